-- Single events that the bus has confirmed, until it is certain that they are planned. A trigger on outbox adds them in the
-- relay's transaction (sql/events/note_sent_events.sql), and the sweep of the dispatchers deletes them: it plans those that
-- the bus has lost. Bulk events are never on the bus: the relay moves them to waiting_events. sent_at is when the relay's
-- transaction began.
CREATE TABLE sent_events (
  workspace_id text NOT NULL,
  event_id text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX sent_events_sent_at_idx ON sent_events (sent_at);

ALTER TABLE sent_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE sent_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON sent_events TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON sent_events TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_touches_none ON sent_events AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON sent_events TO skucast_system;

-- What the former sweep has not compared yet, with the three minutes that it compares twice.
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
INSERT INTO sent_events (workspace_id, event_id, sent_at)
SELECT e.workspace_id, e.id, now() FROM events e
WHERE e.created_at >= (SELECT swept_until - interval '3 minutes' FROM sweeps WHERE consumer = 'webhook-dispatcher')
  AND NOT EXISTS (SELECT FROM outbox o WHERE o.workspace_id = e.workspace_id AND o.event_id = e.id)
  AND EXISTS (SELECT FROM webhook_endpoints w WHERE w.workspace_id = e.workspace_id);
RESET ROLE;
SET LOCAL row_security = off;
