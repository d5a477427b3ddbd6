-- A statement that changes many products marks their events as bulk (product_write). The relay sends the others first,
-- and of bulk events it takes workspaces in turns.
ALTER TABLE outbox ADD COLUMN is_bulk boolean NOT NULL DEFAULT false;
CREATE INDEX outbox_single_idx ON outbox (event_id) WHERE NOT is_bulk;
CREATE INDEX outbox_bulk_idx ON outbox (workspace_id, event_id) WHERE is_bulk;

-- Events that wait until it is their workspace's turn to have their deliveries planned: bulk events, and what a
-- workspace has beyond its share. Rows live for moments, so vacuum goes by their number.
CREATE TABLE waiting_events (
  workspace_id text NOT NULL,
  event_id text NOT NULL,
  PRIMARY KEY (workspace_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE waiting_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE waiting_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON waiting_events TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON waiting_events TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_touches_none ON waiting_events AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
-- FOR UPDATE SKIP LOCKED asks for UPDATE.
GRANT SELECT, INSERT, UPDATE, DELETE ON waiting_events TO skucast_system;

-- Up to when the queue's consumers have passed what was handed to the bus: what is younger may still wait in the queue.
-- It is told by marks that are put into the queue: the last one to come out of it, and when it did.
ALTER TABLE sweeps ADD COLUMN passed_until timestamptz(3), ADD COLUMN marked_until timestamptz(3),
  ADD COLUMN marked_at timestamptz(3);
