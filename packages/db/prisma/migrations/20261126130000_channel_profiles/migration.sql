-- Channel profiles of workspaces. Each row is one version of a profile and never changes; the newest has the highest
-- number. A channel that uses such a profile has a copy of the definition, so that everything that reads channels needs
-- nothing else, and so that the definition cannot change while a run uses it.

CREATE TABLE channel_profiles (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name LIKE 'custom\_%'),
  version integer NOT NULL,
  definition jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, name, version)
);

ALTER TABLE channel_profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON channel_profiles TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON channel_profiles TO skucast_system USING (true) WITH CHECK (true);
-- Every member sees them; only members who see the whole workspace write them, because they may affect every channel.
CREATE POLICY actor_sees ON channel_profiles AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT actor_is_member()));
CREATE POLICY actor_inserts ON channel_profiles AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT actor_writes()) AND (SELECT actor_sees_all()));
CREATE POLICY actor_updates ON channel_profiles AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON channel_profiles AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT actor_writes()) AND (SELECT actor_sees_all()));
GRANT SELECT, INSERT, DELETE ON channel_profiles TO skucast_app;

-- Null for a channel with a built-in profile.
ALTER TABLE channels ADD COLUMN profile_definition jsonb, ADD COLUMN profile_defined_at timestamptz(3);
GRANT SELECT (profile_definition) ON channels TO skucast_directory;

-- A channel that follows the newest version publishes something else when there is a new one.
CREATE TRIGGER walk_redefined_channel AFTER UPDATE OF profile_definition ON channels FOR EACH ROW
  WHEN (OLD.profile = NEW.profile AND OLD.profile_definition IS DISTINCT FROM NEW.profile_definition)
  EXECUTE FUNCTION walk_channel();

ALTER TABLE feeds DROP CONSTRAINT feeds_format_known;
ALTER TABLE feeds ADD CONSTRAINT feeds_format_known
  CHECK (format IN ('csv', 'tsv', 'jsonl', 'xml_rss', 'parquet', 'xml', 'json'));
