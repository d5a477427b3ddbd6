-- Imports: product files that were sent, and the faults of their rows.

CREATE TABLE imports (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'succeeded_with_errors', 'failed', 'cancelled')),
  mode text NOT NULL CHECK (mode IN ('upsert', 'replace')),
  missing text NOT NULL CHECK (missing IN ('archive', 'delete')),
  max_removal_percent integer NOT NULL CHECK (max_removal_percent BETWEEN 0 AND 100),
  validate_only boolean NOT NULL,
  -- As whom the products are written: a user's id, or '*' for the whole workspace.
  actor text NOT NULL,
  file_name text,
  -- Name in the folder of uploads; null once the file is gone.
  upload text,
  bytes_total bigint NOT NULL,
  -- How the file is read: format, columns, mapping.
  plan jsonb NOT NULL,
  columns jsonb NOT NULL,
  counts jsonb NOT NULL DEFAULT '{"received":0,"created":0,"updated":0,"unchanged":0,"skipped":0,"invalid":0,"removed":0}',
  error_count integer NOT NULL DEFAULT 0,
  bytes_read bigint NOT NULL DEFAULT 0,
  error text,
  cancel_requested boolean NOT NULL DEFAULT false,
  -- Who works on it until when; a lease that ran out is taken over by another importer.
  lease_owner text,
  lease_until timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX imports_open_idx ON imports (workspace_id, id) WHERE status IN ('queued', 'running');
CREATE INDEX imports_started_idx ON imports (workspace_id, started_at);
CREATE INDEX imports_upload_idx ON imports (upload) WHERE upload IS NOT NULL;

-- The first faults of an import, by line; written again without effect when rows are handled twice.
CREATE TABLE import_errors (
  workspace_id text NOT NULL,
  import_id text NOT NULL,
  line integer NOT NULL,
  number integer NOT NULL,
  sku text,
  pointer text NOT NULL,
  code text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (workspace_id, import_id, line, number),
  FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id) ON DELETE CASCADE
);

DO $$
DECLARE
  tenant_table text;
  nobody constant text := '(SELECT acts_for_workspace())'; -- no person
  -- A member who is restricted to channels sees what that member sent, and nobody sends in another's name.
  sees constant text := '(SELECT actor_sees_all()) OR actor = (SELECT current_actor())';
  sends constant text := '(SELECT actor_writes()) AND ((SELECT acts_for_workspace()) OR actor = (SELECT current_actor()))';
  writes constant text := format('(SELECT actor_writes()) AND (%s)', sees);
  of_import constant text := '(SELECT actor_sees_all()) OR EXISTS (SELECT FROM imports i
    WHERE i.workspace_id = import_errors.workspace_id AND i.id = import_errors.import_id)';
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['imports', 'import_errors'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', tenant_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', tenant_table);
  END LOOP;
  EXECUTE format('CREATE POLICY actor_sees ON imports AS RESTRICTIVE FOR SELECT TO skucast_app USING (%s)', sees);
  EXECUTE format('CREATE POLICY actor_inserts ON imports AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK (%s)', sends);
  EXECUTE format('CREATE POLICY actor_updates ON imports AS RESTRICTIVE FOR UPDATE TO skucast_app USING (%s) WITH CHECK (%s)', writes, writes);
  EXECUTE format('CREATE POLICY actor_deletes ON imports AS RESTRICTIVE FOR DELETE TO skucast_app USING (%s)', writes);
  EXECUTE format('CREATE POLICY actor_sees ON import_errors AS RESTRICTIVE FOR SELECT TO skucast_app USING (%s)', of_import);
  EXECUTE format('CREATE POLICY actor_inserts ON import_errors AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK (%s)', nobody);
  EXECUTE format('CREATE POLICY actor_updates ON import_errors AS RESTRICTIVE FOR UPDATE TO skucast_app USING (%s) WITH CHECK (%s)', nobody, nobody);
  EXECUTE format('CREATE POLICY actor_deletes ON import_errors AS RESTRICTIVE FOR DELETE TO skucast_app USING (%s)', nobody);
END
$$;

-- Who runs the import writes under its actor, so an update must not put another's name into it.
CREATE FUNCTION hold_import_actor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'changing the actor of an import violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER hold_import_actor BEFORE UPDATE OF actor ON imports FOR EACH ROW
  WHEN (OLD.actor IS DISTINCT FROM NEW.actor) EXECUTE FUNCTION hold_import_actor();

GRANT SELECT, INSERT, UPDATE ON imports TO skucast_app;
GRANT SELECT ON import_errors TO skucast_app;
GRANT SELECT, UPDATE ON imports TO skucast_system;
GRANT SELECT, INSERT ON import_errors TO skucast_system;
