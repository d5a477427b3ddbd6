-- The highest position of a deleted product that was purged, by workspace. A copy of the catalog that was last updated
-- before it may still have the product, and must be read again from the start.
CREATE TABLE product_purges (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  position bigint NOT NULL
);
ALTER TABLE product_purges ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_purges FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON product_purges TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON product_purges TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_sees ON product_purges AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_is_member()));
CREATE POLICY actor_inserts ON product_purges AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON product_purges AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON product_purges AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));
GRANT SELECT ON product_purges TO skucast_app;
GRANT SELECT, INSERT, UPDATE ON product_purges TO skucast_system;
GRANT DELETE ON products, product_search TO skucast_system;
-- Workers may delete the row of a product only after the product, or its workspace, was deleted.
CREATE POLICY only_deleted ON products AS RESTRICTIVE FOR DELETE TO skucast_system USING (
  deleted_at IS NOT NULL OR EXISTS (SELECT FROM workspaces w WHERE w.id = products.workspace_id AND w.deletes_at <= now())
);
