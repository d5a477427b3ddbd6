-- Views of lists that members saved: filters, order and columns under a name. They end with the membership.
CREATE TABLE saved_views (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  user_id text NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  filter jsonb NOT NULL CHECK (jsonb_typeof(filter) = 'object'),
  columns text[] NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_workspace_id_user_id_list_name_key ON saved_views (workspace_id, user_id, list, name);

ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_views FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON saved_views TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON saved_views TO skucast_system USING (true) WITH CHECK (true);

-- Views belong to the member alone.
CREATE POLICY actor_sees ON saved_views AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));
CREATE POLICY actor_inserts ON saved_views AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));
CREATE POLICY actor_updates ON saved_views AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()))
  WITH CHECK ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));
CREATE POLICY actor_deletes ON saved_views AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));

GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO skucast_app;
