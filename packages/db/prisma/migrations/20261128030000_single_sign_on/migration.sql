-- Single sign-on: a workspace's identity provider (OpenID Connect), the mail domains that it speaks for, the people that
-- it has signed in, and the sign-ins that have started.

CREATE TABLE single_sign_on (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret_sealed bytea NOT NULL,
  -- The claim of the ID token that decides the role. Null: everyone gets default_role.
  role_claim text,
  -- [{"value": …, "role": …}]. The first value that the claim has decides.
  role_mapping jsonb NOT NULL DEFAULT '[]',
  -- The role of people without a mapped value. Null: they are refused. A claim never makes an owner.
  default_role text CHECK (default_role IN ('admin', 'editor', 'viewer')),
  -- Whether members other than owners reach the workspace only with a session of this provider.
  is_required boolean NOT NULL DEFAULT false,
  -- When a sign-in with this issuer and client last succeeded. Null until then.
  last_sign_in_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

-- A mail domain belongs to one provider of the deployment, so that an address leads to one. Removing the proof of the
-- domain removes it here.
CREATE TABLE single_sign_on_domains (
  workspace_id text NOT NULL REFERENCES single_sign_on (workspace_id) ON DELETE CASCADE,
  domain text NOT NULL CONSTRAINT single_sign_on_domains_once UNIQUE,
  PRIMARY KEY (workspace_id, domain),
  FOREIGN KEY (workspace_id, domain) REFERENCES workspace_domains (workspace_id, domain) ON DELETE CASCADE
);

-- Who a subject of a provider is here.
CREATE TABLE single_sign_on_identities (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  last_sign_in_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, issuer, subject)
);
CREATE INDEX single_sign_on_identities_user_id_idx ON single_sign_on_identities (user_id);

-- Sign-ins that went to a provider, by the SHA-256 of their state. Coming back deletes the row, so a state works once.
CREATE TABLE single_sign_on_attempts (
  workspace_id text NOT NULL REFERENCES single_sign_on (workspace_id) ON DELETE CASCADE,
  state_hash bytea NOT NULL,
  -- SHA-256 of the id of the browser that started it.
  visitor_hash bytea NOT NULL,
  -- The provider that it went to. Changed settings end it.
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- Who was signed in with their own credentials when it started. Null if no one was.
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  -- Whether the provider was asked to authenticate the person again.
  is_confirmation boolean NOT NULL,
  return_to text,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, state_hash)
);
CREATE INDEX single_sign_on_attempts_expires_at_idx ON single_sign_on_attempts (expires_at);
CREATE INDEX single_sign_on_attempts_user_id_idx ON single_sign_on_attempts (user_id);

-- The workspace whose provider vouched for the session, which reaches no other one. Null for a session with the person's
-- own credentials. A session never outlives this mark, so it cascades.
ALTER TABLE sessions ADD COLUMN single_sign_on_workspace_id text REFERENCES workspaces (id) ON DELETE CASCADE;
CREATE INDEX sessions_single_sign_on_workspace_id_idx ON sessions (single_sign_on_workspace_id)
  WHERE single_sign_on_workspace_id IS NOT NULL;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['single_sign_on', 'single_sign_on_domains', 'single_sign_on_identities', 'single_sign_on_attempts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', v_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', v_table);
  END LOOP;
  FOREACH v_table IN ARRAY ARRAY['single_sign_on', 'single_sign_on_domains'] LOOP
    EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_manages()))', v_table);
    EXECUTE format($f$CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app
      WITH CHECK ((SELECT acts_for_workspace() OR coalesce(actor_role() = 'owner', false)))$f$, v_table);
    EXECUTE format($f$CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app
      USING ((SELECT acts_for_workspace() OR coalesce(actor_role() = 'owner', false)))
      WITH CHECK ((SELECT acts_for_workspace() OR coalesce(actor_role() = 'owner', false)))$f$, v_table);
    EXECUTE format($f$CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app
      USING ((SELECT acts_for_workspace() OR coalesce(actor_role() = 'owner', false)))$f$, v_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO skucast_app', v_table);
    EXECUTE format('GRANT SELECT ON %I TO skucast_system', v_table);
  END LOOP;
  -- Only the sign-in itself reads and writes these.
  FOREACH v_table IN ARRAY ARRAY['single_sign_on_identities', 'single_sign_on_attempts'] LOOP
    EXECUTE format('CREATE POLICY actor_acts ON %I AS RESTRICTIVE TO skucast_app
      USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()))', v_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO skucast_system', v_table);
  END LOOP;
END
$$;
-- A sign-in records that it succeeded, and a rotation of keys seals the secret again.
GRANT UPDATE ON single_sign_on TO skucast_system;
