-- People, what they may, and the credentials that act for them.
--
-- Every secret is stored as its SHA-256, and state that must be read back (OAuth artifacts, answers to be repeated) is
-- sealed with the service's keys: a dump of these tables opens no door.

ALTER TABLE users ADD COLUMN name text NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN password_changed_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE users ADD CONSTRAINT users_email_lower CHECK (email = lower(email));

-- A membership with a list of channels sees those alone, and what belongs to them; null is the whole workspace.
ALTER TABLE memberships ADD COLUMN channel_ids jsonb CHECK (jsonb_typeof(channel_ids) = 'array');
ALTER TABLE memberships ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE memberships ADD CONSTRAINT memberships_restricted_role CHECK (channel_ids IS NULL OR role IN ('editor', 'viewer'));
CREATE INDEX memberships_user_id_idx ON memberships (user_id);

-- Who made the key: a user or another key.
ALTER TABLE api_keys ADD COLUMN created_by text;

CREATE TABLE invitations (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
  channel_ids jsonb CHECK (channel_ids IS NULL OR (jsonb_typeof(channel_ids) = 'array' AND role IN ('editor', 'viewer'))),
  -- SHA-256 of the token in the link.
  token_hash bytea NOT NULL,
  invited_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX invitations_token_hash_idx ON invitations (token_hash);

-- A person signed in with a browser, working in one workspace at a time.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  secret_hash bytea NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  current_workspace_id text REFERENCES workspaces (id) ON DELETE SET NULL,
  ip text,
  user_agent text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3)
);
CREATE UNIQUE INDEX sessions_secret_hash_key ON sessions (secret_hash);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- OAuth clients that registered themselves (RFC 7591). Clients known by a metadata document have no row. `metadata` holds
-- no secret: clients authenticate with none or with a key pair of their own.
CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  metadata jsonb NOT NULL,
  registered_from text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_clients_expires_at_idx ON oauth_clients (expires_at);

-- A connected app: one user's consent for one client in one workspace. Tokens point to it and die with it.
CREATE TABLE oauth_grants (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id text NOT NULL,
  client_name text NOT NULL,
  -- Where codes are sent: the identity that a client cannot claim.
  redirect_host text NOT NULL,
  -- Space-separated, as in RFC 6749.
  scope text NOT NULL,
  payload jsonb,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  revoked_reason text,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX oauth_grants_id_idx ON oauth_grants (id);
CREATE INDEX oauth_grants_user_id_idx ON oauth_grants (user_id);

-- What the authorization server remembers between requests (sessions, interactions, codes, tokens), by the SHA-256 of its
-- id. `scope` stands beside an access token's sealed payload because every verification reads it.
CREATE TABLE oauth_artifacts (
  model text NOT NULL,
  id_hash bytea NOT NULL,
  grant_id text,
  uid_hash bytea,
  scope text,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  consumed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX oauth_artifacts_grant_id_idx ON oauth_artifacts (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_artifacts_uid_hash_idx ON oauth_artifacts (uid_hash) WHERE uid_hash IS NOT NULL;
CREATE INDEX oauth_artifacts_expires_at_idx ON oauth_artifacts (expires_at);

-- The answer that a refresh token was exchanged for, kept for a moment so that the same request gets the same answer.
-- Whoever inserts the row, or finds its lease over, makes the answer; the others wait for it.
CREATE TABLE oauth_refresh_answers (
  token_hash bytea PRIMARY KEY,
  -- SHA-256 of client and parameters: another request is no repetition.
  fingerprint bytea NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  answer_sealed bytea,
  answered_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_refresh_answers_expires_at_idx ON oauth_refresh_answers (expires_at);

-- How often something was tried in a window of time (sign-in by address and by network address, registrations, …).
CREATE TABLE attempt_counts (
  key text NOT NULL,
  window_start timestamptz(3) NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX attempt_counts_window_start_idx ON attempt_counts (window_start);

-- Credentials and people that lost what they had: every process reads it, so that nothing is believed longer than it may
-- when a message is lost. Written by triggers: whatever revokes, is here.
CREATE TABLE revocations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Id of a key, grant, session, user or membership (`<workspace id>:<user id>`).
  subject text NOT NULL,
  revoked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX revocations_revoked_at_idx ON revocations (revoked_at);

CREATE FUNCTION journal_revocation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE former jsonb := to_jsonb(OLD);
BEGIN
  INSERT INTO revocations (subject) VALUES (
    CASE TG_TABLE_NAME WHEN 'memberships' THEN concat(former->>'workspace_id', ':', former->>'user_id') ELSE former->>'id' END
  );
  RETURN NULL;
END
$$;
CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at ON api_keys FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at, scope ON oauth_grants FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.scope IS DISTINCT FROM NEW.scope)
  EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON oauth_grants FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_revocation AFTER UPDATE OF ended_at, current_workspace_id ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at OR OLD.current_workspace_id IS DISTINCT FROM NEW.current_workspace_id)
  EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_revocation AFTER UPDATE OF role, channel_ids ON memberships FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role OR OLD.channel_ids IS DISTINCT FROM NEW.channel_ids)
  EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION journal_revocation();

-- Who did what, from where. Appended in the transaction of the act; no application may change or delete it.
CREATE TABLE audit_entries (
  workspace_id text NOT NULL,
  id text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Kind and id of who acted: {"type": "user", "id": "usr_…"}.
  actor jsonb NOT NULL,
  action text NOT NULL,
  object_id text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  ip text,
  user_agent text,
  request_id text,
  PRIMARY KEY (workspace_id, id)
);

DO $$
DECLARE own_table text;
BEGIN
  FOREACH own_table IN ARRAY ARRAY['invitations', 'oauth_grants', 'audit_entries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', own_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', own_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', own_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', own_table);
  END LOOP;
  FOREACH own_table IN ARRAY ARRAY[
    'sessions', 'oauth_clients', 'oauth_artifacts', 'oauth_refresh_answers', 'attempt_counts', 'revocations'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', own_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', own_table);
    EXECUTE format('CREATE POLICY every_row ON %I TO skucast_system USING (true) WITH CHECK (true)', own_table);
  END LOOP;
END
$$;
-- The trigger writes as the owner of the tables, whom FORCE holds to policies as well.
DO $$
BEGIN
  EXECUTE format('CREATE POLICY journal ON revocations FOR INSERT TO %I WITH CHECK (true)', current_user);
END
$$;

-- A person's name and address are seen by those who share a workspace with them.
CREATE POLICY fellow_members ON users FOR SELECT TO skucast_app USING (
  EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id AND m.workspace_id = (SELECT current_workspace()))
);
GRANT SELECT (id, email, name) ON users TO skucast_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON memberships, invitations TO skucast_app;
GRANT INSERT, UPDATE ON api_keys TO skucast_app;
GRANT SELECT, UPDATE ON oauth_grants TO skucast_app;
GRANT SELECT, INSERT ON audit_entries TO skucast_app;
GRANT UPDATE ON workspaces TO skucast_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON invitations, sessions, oauth_clients, oauth_grants, oauth_artifacts,
  oauth_refresh_answers, attempt_counts TO skucast_system;
GRANT SELECT, DELETE ON revocations TO skucast_system;
GRANT INSERT ON audit_entries TO skucast_system;
