-- How far the search has followed the products of each workspace, in the order in which they were last written. A
-- workspace without a row starts from the beginning.
CREATE TABLE search_progress (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  position bigint NOT NULL DEFAULT 0,
  updated_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  sku text NOT NULL DEFAULT ''
);
ALTER TABLE search_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON search_progress TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON search_progress TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_touches_none ON search_progress AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
GRANT SELECT, INSERT, UPDATE ON search_progress TO skucast_system;

-- The search no longer consumes messages.
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
DELETE FROM bus_messages WHERE queue IN ('mcp-gateway.search', 'mcp-gateway.search.dead');
RESET ROLE;
SET LOCAL row_security = off;
