-- Canaries: credentials in no workspace, made and revoked by the service itself to measure how soon they are refused.
CREATE TABLE canaries (
  id text PRIMARY KEY,
  secret_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX canaries_secret_hash_key ON canaries (secret_hash);
ALTER TABLE canaries ENABLE ROW LEVEL SECURITY;
ALTER TABLE canaries FORCE ROW LEVEL SECURITY;
CREATE POLICY every_row ON canaries TO skucast_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON canaries TO skucast_system;
CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at ON canaries FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION journal_revocation();

-- A person who becomes a member is somebody else than a moment ago, too: what was remembered of "no member" must go.
CREATE FUNCTION journal_new_membership() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO revocations (subject) VALUES (concat(NEW.workspace_id, ':', NEW.user_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER journal_insertion AFTER INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION journal_new_membership();
