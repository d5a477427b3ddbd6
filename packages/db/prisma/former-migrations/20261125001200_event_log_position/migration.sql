-- The event log is read forward by the transaction that wrote an event, because ids follow the clocks of processes: an
-- event with an early id may be committed after later ones were read. All transactions below pg_snapshot_xmin have
-- ended, so nothing is added below it any more: readers stop there. See ADR 0036.

-- position_offset: what is added to transaction ids, here and in the column's default; continue_event_log() raises both.
CREATE TABLE event_log (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  position_offset bigint NOT NULL
);
INSERT INTO event_log (position_offset) VALUES (0);
GRANT SELECT ON event_log TO skucast_app, skucast_system;

-- Events that exist already stand at the beginning, in the order of their ids.
ALTER TABLE events ADD COLUMN log_position bigint NOT NULL DEFAULT 0;
ALTER TABLE events ALTER COLUMN log_position SET DEFAULT pg_current_xact_id()::text::bigint + 0;
CREATE INDEX events_log_position_idx ON events (workspace_id, log_position);
