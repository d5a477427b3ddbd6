-- Lookup tables of workspaces, which the rules of channels use by id. Their rows are read whole when a channel is rendered.

CREATE TABLE lookup_tables (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  row_count integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- The public directory finds tables by id alone.
CREATE INDEX lookup_tables_id_idx ON lookup_tables (id);

CREATE TABLE lookup_rows (
  workspace_id text NOT NULL,
  table_id text NOT NULL,
  -- Compared byte by byte, so that pages and prefixes do not depend on the collation of the database.
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (workspace_id, table_id, key),
  FOREIGN KEY (workspace_id, table_id) REFERENCES lookup_tables (workspace_id, id) ON DELETE CASCADE
);

-- Every member sees them; only members who see the whole workspace write them, because they may affect every channel.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['lookup_tables', 'lookup_rows'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', name);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app
      USING ((SELECT actor_is_member()))', name);
    EXECUTE format('CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app
      WITH CHECK ((SELECT actor_writes()) AND (SELECT actor_sees_all()))', name);
    EXECUTE format('CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app
      USING ((SELECT actor_writes()) AND (SELECT actor_sees_all()))
      WITH CHECK ((SELECT actor_writes()) AND (SELECT actor_sees_all()))', name);
    EXECUTE format('CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app
      USING ((SELECT actor_writes()) AND (SELECT actor_sees_all()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO skucast_app', name);
    EXECUTE format('GRANT SELECT ON %I TO skucast_system', name);
  END LOOP;
END
$$;

-- The public directory shows products as their channels publish them, so it reads the tables of published channels.
CREATE POLICY in_directory ON lookup_tables FOR SELECT TO skucast_directory USING ((workspace_id, id) IN (
  SELECT c.workspace_id, jsonb_path_query(c.rules, '$.**.table_id') #>> '{}' FROM channels c));
CREATE POLICY in_directory ON lookup_rows FOR SELECT TO skucast_directory USING ((workspace_id, table_id) IN (
  SELECT t.workspace_id, t.id FROM lookup_tables t));
GRANT SELECT (workspace_id, id, version) ON lookup_tables TO skucast_directory;
GRANT SELECT ON lookup_rows TO skucast_directory;

-- When a table that the channel uses changed last. Null if none did.
ALTER TABLE channels ADD COLUMN lookups_changed_at timestamptz(3);
CREATE TRIGGER walk_relooked_channel AFTER UPDATE OF lookups_changed_at ON channels FOR EACH ROW
  WHEN (OLD.lookups_changed_at IS DISTINCT FROM NEW.lookups_changed_at) EXECUTE FUNCTION walk_channel();
