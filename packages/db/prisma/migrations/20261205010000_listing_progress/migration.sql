-- How far the listings have followed the products of each workspace with channels, in the order in which they were last
-- written. The trigger on channels adds a row (sql/channels/walk_channel.sql). listing_tail, which the version before
-- reads, stays for it.
CREATE TABLE listing_progress (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  position bigint NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  sku text NOT NULL DEFAULT ''
);
ALTER TABLE listing_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON listing_progress TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON listing_progress TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_touches_none ON listing_progress AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
GRANT SELECT, INSERT, UPDATE ON listing_progress TO skucast_system;

-- Every transaction below the snapshot of the last reading of the log had ended then, so its products are noted.
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
INSERT INTO listing_progress (workspace_id, position)
SELECT DISTINCT w.workspace_id, l.position_offset + least(
  pg_snapshot_xmin(t.snapshot::pg_snapshot)::text::bigint, pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
FROM listing_walks w, listing_tail t, event_log l;
RESET ROLE;
SET LOCAL row_security = off;
