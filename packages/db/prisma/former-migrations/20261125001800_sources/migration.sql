-- Sources: product files that are fetched on a schedule and imported when they have changed.

CREATE TABLE sources (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('url', 'sftp')),
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  -- Where the file is: {url}, or {host, port, username, host_keys, path}.
  location jsonb NOT NULL,
  auth_type text NOT NULL CHECK (auth_type IN ('none', 'basic', 'bearer', 'header', 'password', 'public_key')),
  -- The user, or the header's name; never the secret.
  auth_name text,
  auth_sealed bytea,
  public_key text,
  -- How the file is read, and what its imports do.
  options jsonb NOT NULL,
  schedule jsonb,
  next_run_at timestamptz(3),
  -- What the last imported file was known by: {etag, last_modified, sha256, bytes, modified_at}.
  seen jsonb,
  health text NOT NULL DEFAULT 'new' CHECK (health IN ('new', 'ok', 'held', 'failing')),
  last_error text,
  failing_since timestamptz(3),
  -- Failures since it last worked.
  failures integer NOT NULL DEFAULT 0,
  last_checked_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT sources_secret_fits CHECK ((auth_type = 'none') = (auth_sealed IS NULL))
);
CREATE INDEX sources_due_idx ON sources (next_run_at) WHERE next_run_at IS NOT NULL;

DO $$
DECLARE
  -- What a source imports is the whole workspace's: members who are restricted to channels do not see it.
  sees constant text := '(SELECT actor_sees_all())';
  writes constant text := '(SELECT actor_writes()) AND (SELECT actor_sees_all())';
BEGIN
  ALTER TABLE sources ENABLE ROW LEVEL SECURITY;
  ALTER TABLE sources FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_workspace ON sources TO skucast_app
    USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
  CREATE POLICY every_workspace ON sources TO skucast_system USING (true) WITH CHECK (true);
  EXECUTE format('CREATE POLICY actor_sees ON sources AS RESTRICTIVE FOR SELECT TO skucast_app USING (%s)', sees);
  EXECUTE format('CREATE POLICY actor_inserts ON sources AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK (%s)', writes);
  EXECUTE format('CREATE POLICY actor_updates ON sources AS RESTRICTIVE FOR UPDATE TO skucast_app USING (%s) WITH CHECK (%s)', writes, writes);
  EXECUTE format('CREATE POLICY actor_deletes ON sources AS RESTRICTIVE FOR DELETE TO skucast_app USING (%s)', writes);
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON sources TO skucast_app;
GRANT SELECT, UPDATE ON sources TO skucast_system;
