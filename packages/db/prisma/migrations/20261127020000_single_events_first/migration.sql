-- Whether a waiting event is part of a bulk change. Those of single changes, which were deferred because there were too
-- many at once, are planned first.
ALTER TABLE waiting_events ADD COLUMN is_bulk boolean NOT NULL DEFAULT true;
CREATE INDEX waiting_events_single_idx ON waiting_events (workspace_id, event_id) WHERE NOT is_bulk;
