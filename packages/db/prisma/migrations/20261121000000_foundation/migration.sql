-- Tables, roles and row-level security.
--
-- skucast_app    what the REST API and the verbs run as: sees one workspace, the one named by app.workspace_id in the
--                transaction; none when it is not set.
-- skucast_system what workers run as (relay, dispatcher, exporter, look-up of credentials): sees all workspaces, but
--                only in the tables granted to it.
-- Neither owns a table nor has BYPASSRLS. The user that migrates may become either, and so may the login role
-- "skucast" where it exists.

DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['skucast_app', 'skucast_system'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the cluster has made it
    END;
    EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'skucast') AND current_user <> 'skucast' THEN
      EXECUTE format('GRANT %I TO skucast', role_name);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role_name);
  END LOOP;
END
$$;

CREATE FUNCTION current_workspace() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.workspace_id', true), '')
$$;

CREATE TABLE workspaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email_key ON users (email);

CREATE TABLE memberships (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id)
);

CREATE TABLE api_keys (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
-- Found before the workspace is known; not unique, so that the table can be distributed by workspace.
CREATE INDEX api_keys_secret_hash_idx ON api_keys (secret_hash);

-- The hot table: only what is filtered on, and the product's JSON as it is answered, rendered once at write.
-- Like events and deliveries it has no reference to workspaces: the check would lock the workspace's row at every write.
CREATE TABLE products (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  id text NOT NULL,
  version bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'draft', 'archived')),
  availability text NOT NULL,
  brand text,
  content_hash bytea NOT NULL,
  doc text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A deleted product stays as a tombstone that holds its version, so that a late write cannot revive it.
  deleted_at timestamptz(3),
  PRIMARY KEY (workspace_id, sku)
) WITH (fillfactor = 80);

CREATE TABLE channels (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  profile text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'archived')),
  in_public_directory boolean NOT NULL DEFAULT false,
  market jsonb NOT NULL,
  defaults jsonb NOT NULL DEFAULT '{}',
  selection jsonb NOT NULL DEFAULT '{}',
  rules jsonb NOT NULL DEFAULT '[]',
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

CREATE TABLE destinations (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type = 'sftp'),
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  username text NOT NULL,
  auth_type text NOT NULL CHECK (auth_type IN ('password', 'public_key')),
  auth_sealed bytea NOT NULL,
  public_key text,
  host_keys jsonb NOT NULL,
  path text NOT NULL,
  strategy text NOT NULL CHECK (strategy IN ('rename', 'direct')),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

CREATE TABLE feeds (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  channel_id text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'archived')),
  format text NOT NULL CHECK (format IN ('csv', 'tsv', 'jsonl')),
  compression text NOT NULL CHECK (compression IN ('none', 'gzip')),
  file_name text NOT NULL,
  shards integer NOT NULL CHECK (shards >= 1),
  schedule jsonb,
  deliveries jsonb NOT NULL DEFAULT '[]',
  guards jsonb NOT NULL DEFAULT '{}',
  -- When the exporter starts the next nightly run; null without a schedule or while paused.
  next_run_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES channels (workspace_id, id)
);
CREATE INDEX feeds_next_run_at_idx ON feeds (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE runs (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  feed_id text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('queued', 'generating', 'held', 'delivering', 'succeeded', 'succeeded_with_errors', 'skipped', 'failed', 'cancelled')),
  trigger text NOT NULL CHECK (trigger IN ('manual', 'schedule')),
  -- The local date that a nightly run is for: at most one run per feed and date.
  business_date date,
  counts jsonb NOT NULL DEFAULT '{"selected":0,"written":0,"excluded":0,"invalid":0}',
  guards jsonb NOT NULL DEFAULT '[]',
  files jsonb NOT NULL DEFAULT '[]',
  deliveries jsonb NOT NULL DEFAULT '[]',
  issues jsonb NOT NULL DEFAULT '[]',
  error text,
  -- Who works on it until when; a lease that ran out is taken over by another exporter.
  lease_owner text,
  lease_until timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, feed_id) REFERENCES feeds (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX runs_business_date_key ON runs (workspace_id, feed_id, business_date) WHERE business_date IS NOT NULL;
CREATE INDEX runs_unfinished_idx ON runs (lease_until) WHERE status IN ('queued', 'generating', 'delivering');
CREATE INDEX runs_feed_idx ON runs (workspace_id, feed_id, id);

CREATE TABLE webhook_endpoints (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  url text NOT NULL,
  description text,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'disabled')),
  disabled_reason text,
  event_types jsonb NOT NULL,
  secret_sealed bytea NOT NULL,
  public_key text,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- What happened, appended in the transaction of the change. Never updated.
CREATE TABLE events (
  workspace_id text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  -- Counts per object: a receiver may drop what is older than what it has.
  sequence bigint NOT NULL,
  data text NOT NULL,
  traceparent text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- The relay's queue: a row for each event that the bus has not confirmed.
CREATE TABLE outbox (
  workspace_id text NOT NULL,
  event_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, event_id)
);
-- Event ids sort by time: rows leave in the order in which they came.
CREATE INDEX outbox_event_id_idx ON outbox (event_id);

-- Which consumer has handled which event, written in the transaction of the effect.
CREATE TABLE inbox (
  workspace_id text NOT NULL,
  consumer text NOT NULL,
  event_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, consumer, event_id)
);
CREATE INDEX inbox_created_at_idx ON inbox (created_at);

CREATE TABLE deliveries (
  workspace_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  endpoint_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  -- Raised by every claim: an attempt writes its outcome only while it holds the newest claim.
  claim bigint NOT NULL DEFAULT 0,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX deliveries_event_endpoint_key ON deliveries (workspace_id, event_id, endpoint_id);
CREATE INDEX deliveries_endpoint_idx ON deliveries (workspace_id, endpoint_id, id);
CREATE INDEX deliveries_due_idx ON deliveries (next_attempt_at) WHERE status = 'pending';

CREATE TABLE delivery_attempts (
  workspace_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL,
  status_code integer,
  error text,
  response_body text,
  PRIMARY KEY (workspace_id, delivery_id, number),
  FOREIGN KEY (workspace_id, delivery_id) REFERENCES deliveries (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE idempotency_keys (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  -- Null while the first request runs; the lease ends a request whose process died.
  response jsonb,
  lease_until timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, method, path, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- The wall between workspaces. One policy for each role, on every table that has a workspace.
DO $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'memberships', 'api_keys', 'products', 'channels', 'destinations', 'feeds', 'runs', 'webhook_endpoints',
    'events', 'outbox', 'inbox', 'deliveries', 'delivery_attempts', 'idempotency_keys'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', tenant_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', tenant_table);
  END LOOP;
END
$$;

ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON workspaces TO skucast_app USING (id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON workspaces TO skucast_system USING (true) WITH CHECK (true);
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY every_user ON users TO skucast_system USING (true) WITH CHECK (true);

GRANT SELECT ON workspaces, api_keys, runs, events, deliveries, delivery_attempts TO skucast_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON products, channels, destinations, feeds, webhook_endpoints, idempotency_keys TO skucast_app;
GRANT INSERT, UPDATE ON runs TO skucast_app;
GRANT UPDATE ON deliveries TO skucast_app;
GRANT INSERT ON events, outbox TO skucast_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON workspaces, users, memberships, api_keys TO skucast_system;
GRANT SELECT ON products, channels, destinations TO skucast_system;
GRANT SELECT, UPDATE ON feeds, webhook_endpoints TO skucast_system;
GRANT SELECT, INSERT, UPDATE ON runs, deliveries, delivery_attempts TO skucast_system;
GRANT SELECT, INSERT ON events TO skucast_system;
GRANT SELECT, INSERT, DELETE ON outbox, inbox TO skucast_system;
GRANT UPDATE ON outbox TO skucast_system; -- FOR UPDATE SKIP LOCKED asks for it
GRANT SELECT, DELETE ON idempotency_keys TO skucast_system;
