-- What was done with an account and its credentials, for the person alone. Workspaces learn a part of it through their
-- audit logs.
CREATE TABLE account_events (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id text NOT NULL,
  at timestamptz(3) NOT NULL,
  action text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  ip text,
  user_agent text,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX account_events_at_idx ON account_events (at);

ALTER TABLE account_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_events FORCE ROW LEVEL SECURITY;
CREATE POLICY every_row ON account_events TO skucast_system USING (true) WITH CHECK (true);
-- Never changed.
GRANT SELECT, INSERT, DELETE ON account_events TO skucast_system;

-- For the download of what is stored about a person.
GRANT SELECT ON saved_views TO skucast_system;
