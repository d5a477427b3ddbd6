-- With what partners fetch the live files of a feed: the secret in an address, or a login of the feed-server. Of secrets
-- only the SHA-256 is kept.
CREATE TABLE pull_credentials (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  feed_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('https_pull', 'sftp_pull')),
  name text NOT NULL,
  secret_hash bytea CHECK (length(secret_hash) = 32),
  last_four text,
  public_keys jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  created_by text,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, feed_id) REFERENCES feeds (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX pull_credentials_feed_idx ON pull_credentials (workspace_id, feed_id, id);
-- Whoever comes in says no workspace: an address has the secret alone, a login the id.
CREATE INDEX pull_credentials_secret_hash_idx ON pull_credentials (secret_hash);
CREATE INDEX pull_credentials_id_idx ON pull_credentials (id);

CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at ON pull_credentials FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON pull_credentials FOR EACH ROW EXECUTE FUNCTION journal_revocation();

ALTER TABLE pull_credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE pull_credentials FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON pull_credentials TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON pull_credentials TO skucast_system USING (true) WITH CHECK (true);

-- Seen by whoever sees the feed, written by whoever of them writes.
DO $$
DECLARE
  sees constant text := '(SELECT actor_sees_all()) OR EXISTS (SELECT FROM feeds f
    WHERE f.workspace_id = pull_credentials.workspace_id AND f.id = pull_credentials.feed_id)';
  writes constant text := format('(SELECT actor_writes()) AND (%s)', sees);
BEGIN
  EXECUTE format('CREATE POLICY actor_sees ON pull_credentials AS RESTRICTIVE FOR SELECT TO skucast_app USING (%s)', sees);
  EXECUTE format('CREATE POLICY actor_inserts ON pull_credentials AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK (%s)', writes);
  EXECUTE format('CREATE POLICY actor_updates ON pull_credentials AS RESTRICTIVE FOR UPDATE TO skucast_app USING (%s) WITH CHECK (%s)', writes, writes);
  EXECUTE format('CREATE POLICY actor_deletes ON pull_credentials AS RESTRICTIVE FOR DELETE TO skucast_app USING (%s)', writes);
END
$$;

GRANT SELECT, INSERT, UPDATE ON pull_credentials TO skucast_app;
GRANT SELECT, UPDATE (last_used_at) ON pull_credentials TO skucast_system;
