-- Signing of webhooks by two schemes with keys that can be replaced, test events, and recovery of what was missed.

-- The private half of the key pair, sealed; endpoints of earlier versions are given a pair by the dispatcher.
-- former_keys: what was replaced and still signs, as [{kind, sealed (base64), public_key, signs_until}].
ALTER TABLE webhook_endpoints
  ADD COLUMN private_key_sealed bytea,
  ADD COLUMN former_keys jsonb NOT NULL DEFAULT '[]';
CREATE INDEX webhook_endpoints_without_pair_idx ON webhook_endpoints (workspace_id, id) WHERE private_key_sealed IS NULL;

-- The API sends a test event to one endpoint.
GRANT INSERT ON deliveries TO skucast_app;
-- The command that rotates outer keys wraps logins anew.
GRANT UPDATE (auth_sealed) ON destinations TO skucast_system;

-- "Deliver again what this endpoint missed since …": the dispatcher walks the events in their order and makes a portion
-- pending at a time. position: up to which event it has come; portion_from: where the last portion began.
CREATE TABLE webhook_recoveries (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'completed')),
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  position text NOT NULL,
  portion_from text NOT NULL,
  portion_size integer NOT NULL CHECK (portion_size > 0),
  delivery_count bigint NOT NULL DEFAULT 0,
  next_step_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints (workspace_id, id) ON DELETE CASCADE
);
-- One at a time for each endpoint.
CREATE UNIQUE INDEX webhook_recoveries_running_key ON webhook_recoveries (workspace_id, endpoint_id) WHERE status = 'running';
CREATE INDEX webhook_recoveries_step_idx ON webhook_recoveries (next_step_at) WHERE status = 'running';

ALTER TABLE webhook_recoveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_recoveries FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON webhook_recoveries TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON webhook_recoveries TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_sees ON webhook_recoveries AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_sees_all()));
CREATE POLICY actor_inserts ON webhook_recoveries AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT actor_writes()) AND (SELECT actor_sees_all()));
CREATE POLICY actor_updates ON webhook_recoveries AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT actor_writes()) AND (SELECT actor_sees_all()))
  WITH CHECK ((SELECT actor_writes()) AND (SELECT actor_sees_all()));
CREATE POLICY actor_deletes ON webhook_recoveries AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT actor_writes()) AND (SELECT actor_sees_all()));

GRANT SELECT, INSERT ON webhook_recoveries TO skucast_app;
GRANT SELECT, UPDATE ON webhook_recoveries TO skucast_system;
