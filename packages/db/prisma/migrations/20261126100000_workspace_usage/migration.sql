-- How many products a workspace has, and the bytes of their documents. product_store() adds what a statement changes, in its
-- transaction. The counts are divided into shards, so that concurrent writes of a workspace do not wait for each other.
-- Their sum counts. Shard -1 holds the correction that count_usage() found, and when; without it, the rest was counted
-- from nothing and may be incomplete.
CREATE TABLE workspace_usage (
  workspace_id text NOT NULL,
  shard integer NOT NULL,
  products bigint NOT NULL DEFAULT 0,
  catalog_bytes bigint NOT NULL DEFAULT 0,
  counted_at timestamptz(3),
  PRIMARY KEY (workspace_id, shard)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

ALTER TABLE workspace_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON workspace_usage TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON workspace_usage TO skucast_system USING (true) WITH CHECK (true);
-- Every member may know the counts; those who write products change them.
CREATE POLICY actor_sees ON workspace_usage AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_is_member()));
CREATE POLICY actor_inserts ON workspace_usage AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT actor_writes()));
CREATE POLICY actor_updates ON workspace_usage AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT actor_writes())) WITH CHECK ((SELECT actor_writes()));
CREATE POLICY actor_deletes ON workspace_usage AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT actor_writes()));
GRANT SELECT, INSERT, UPDATE ON workspace_usage TO skucast_app, skucast_system;
