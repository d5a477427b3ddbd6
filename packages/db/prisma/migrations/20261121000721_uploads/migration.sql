-- How files are brought to a destination: two more strategies, how a file is checked, whether files of the run before
-- are removed, and how much the partner's server takes at once.
ALTER TABLE destinations
  ADD COLUMN verify text NOT NULL DEFAULT 'size' CHECK (verify IN ('size', 'content')),
  ADD COLUMN remove_stale boolean NOT NULL DEFAULT true,
  ADD COLUMN connections_max integer NOT NULL DEFAULT 2 CHECK (connections_max BETWEEN 1 AND 5),
  ADD COLUMN writes_max integer NOT NULL DEFAULT 64 CHECK (writes_max BETWEEN 1 AND 64),
  ADD CONSTRAINT destinations_strategy_known CHECK (strategy IN ('rename', 'direct', 'manifest_last', 'trigger'));
ALTER TABLE destinations DROP CONSTRAINT destinations_strategy_check;

-- Connections to a partner's server that exporters hold, each under a lease. Only workers touch them.
CREATE TABLE destination_slots (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  destination_id text NOT NULL,
  slot integer NOT NULL,
  owner text NOT NULL,
  held_until timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, destination_id, slot),
  FOREIGN KEY (workspace_id, destination_id) REFERENCES destinations (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE destination_slots ENABLE ROW LEVEL SECURITY;
ALTER TABLE destination_slots FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON destination_slots TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON destination_slots TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_touches_none ON destination_slots AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON destination_slots TO skucast_system;
