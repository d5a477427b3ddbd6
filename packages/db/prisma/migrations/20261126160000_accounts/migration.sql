-- Mails about accounts, one-time links, second factors, passkeys, and when a session last proved who uses it.

ALTER TABLE users
  -- When the person last proved that they read mail at the address. Null until then.
  ADD COLUMN email_verified_at timestamptz(3),
  -- The secret of the authenticator app. It is asked for at sign-in once totp_enabled_at is set.
  ADD COLUMN totp_sealed bytea,
  ADD COLUMN totp_enabled_at timestamptz(3),
  -- The time step of the last accepted code. An earlier or equal step is a replay.
  ADD COLUMN totp_last_step bigint,
  ADD CONSTRAINT users_totp_whole CHECK (totp_enabled_at IS NULL OR totp_sealed IS NOT NULL);

ALTER TABLE sessions
  -- When the person last entered their password or used their passkey in this session.
  ADD COLUMN authenticated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When the session passed a second factor, or a passkey that verified the person. Null if it did not.
  ADD COLUMN second_factor_at timestamptz(3);

CREATE TRIGGER journal_authentication AFTER UPDATE OF authenticated_at, second_factor_at ON sessions FOR EACH ROW
  WHEN (OLD.authenticated_at IS DISTINCT FROM NEW.authenticated_at OR OLD.second_factor_at IS DISTINCT FROM NEW.second_factor_at)
  EXECUTE FUNCTION journal_revocation();

-- Links that are mailed, by the SHA-256 of their secret. A link works once: using it deletes it. A request for an
-- address without an account adds a row without a user, so that it costs the same work.
CREATE TABLE account_tokens (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL
    CHECK (purpose IN ('verify_email', 'reset_password', 'change_email_from', 'change_email_to')),
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  -- The address that the link was sent to.
  email text NOT NULL,
  -- The new address of a change, which both addresses confirm.
  new_email text CHECK ((purpose IN ('change_email_from', 'change_email_to')) = (new_email IS NOT NULL)),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX account_tokens_user_id_idx ON account_tokens (user_id);
CREATE INDEX account_tokens_expires_at_idx ON account_tokens (expires_at);

-- One-time codes that replace the authenticator app, by the SHA-256 of user and code. Using one deletes it.
CREATE TABLE recovery_codes (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  -- As the browser sends it, base64url.
  credential_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  public_key bytea NOT NULL,
  -- The signature counter. It stays 0 for passkeys that are synchronized between devices.
  counter bigint NOT NULL,
  transports jsonb NOT NULL DEFAULT '[]',
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

-- Challenges of passkeys and tokens of half-completed sign-ins that were used, by their SHA-256, so that none works
-- twice. They are signed, so none is stored before it is used.
CREATE TABLE spent_challenges (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX spent_challenges_expires_at_idx ON spent_challenges (expires_at);

-- Mails about accounts and invitations, added in the transaction of what they report and sent afterwards, at least once.
-- The content is sealed, because links in it are secrets, and is deleted when the mail was sent. A deployment without a
-- mail server keeps it for the local outbox. A mail to an address without an account is void: it is stored, so that
-- the request costs the same work, and never sent.
CREATE TABLE account_mails (
  -- Empty for mails about an account, which belongs to no workspace.
  workspace_id text NOT NULL DEFAULT '',
  id text NOT NULL,
  recipient text NOT NULL,
  kind text NOT NULL,
  sealed bytea,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed', 'kept', 'void')),
  attempt_count integer NOT NULL DEFAULT 0,
  -- When it is sent, or sent again. A claim moves it ahead, which is its lease.
  next_attempt_at timestamptz(3),
  error text,
  created_at timestamptz(3) NOT NULL,
  -- After this time it is of no use, for example because its link expired.
  expires_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT account_mails_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX account_mails_due_idx ON account_mails (next_attempt_at) WHERE status = 'pending';
CREATE INDEX account_mails_expires_at_idx ON account_mails (expires_at);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['account_tokens', 'recovery_codes', 'passkeys', 'spent_challenges', 'account_mails'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO skucast_system', v_table);
  END LOOP;
  FOREACH v_table IN ARRAY ARRAY['account_tokens', 'recovery_codes', 'passkeys', 'spent_challenges'] LOOP
    EXECUTE format('CREATE POLICY every_row ON %I TO skucast_system USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END
$$;
CREATE POLICY every_workspace ON account_mails TO skucast_system USING (true) WITH CHECK (true);
-- Inviting a person queues a mail. No client may read the queue.
CREATE POLICY own_workspace ON account_mails TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY actor_sees ON account_mails AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT acts_for_workspace()));
CREATE POLICY actor_inserts ON account_mails AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT actor_manages()));
CREATE POLICY actor_updates ON account_mails AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON account_mails AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));
GRANT INSERT ON account_mails TO skucast_app;
