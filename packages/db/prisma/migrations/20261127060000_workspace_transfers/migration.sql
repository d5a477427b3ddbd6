-- Exports of whole workspaces into an archive, and imports of such archives into an empty workspace.
CREATE TABLE workspace_transfers (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('export', 'import')),
  status text NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'expired')),
  -- Id of the user, or command-line.
  requested_by text NOT NULL,
  -- Where it continues after an interruption: an export after this row of this resource, an import after these lines.
  position jsonb NOT NULL DEFAULT '{}',
  counts jsonb NOT NULL DEFAULT '{}',
  -- Import: ids in the archive and the ids that replace them, and what a person has to complete.
  ids jsonb NOT NULL DEFAULT '{}',
  problems jsonb NOT NULL DEFAULT '[]',
  -- Import: the file in the folder of uploads, until the import has ended.
  upload text,
  bytes bigint,
  error text,
  claim_count integer NOT NULL DEFAULT 0,
  lease_owner text,
  lease_until timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When the parts of an export are deleted.
  expires_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX workspace_transfers_open_idx ON workspace_transfers (id) WHERE status IN ('queued', 'running');
CREATE INDEX workspace_transfers_expires_at_idx ON workspace_transfers (expires_at) WHERE status = 'succeeded';
CREATE INDEX workspace_transfers_upload_idx ON workspace_transfers (upload) WHERE upload IS NOT NULL;
-- At most one transfer of a workspace at a time.
CREATE UNIQUE INDEX workspace_transfers_one_open_idx ON workspace_transfers (workspace_id)
  WHERE status IN ('queued', 'running');

-- The files of an export's archive, in their order.
CREATE TABLE workspace_export_parts (
  workspace_id text NOT NULL,
  export_id text NOT NULL,
  number integer NOT NULL,
  -- Name in the archive; the parts are stored below the folder of the export.
  name text NOT NULL,
  resource text NOT NULL,
  row_count integer NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  PRIMARY KEY (workspace_id, export_id, number),
  FOREIGN KEY (workspace_id, export_id) REFERENCES workspace_transfers (workspace_id, id) ON DELETE CASCADE
);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['workspace_transfers', 'workspace_export_parts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', v_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_manages()))', v_table);
    EXECUTE format('CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT actor_manages()))', v_table);
    EXECUTE format('CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()))', v_table);
    EXECUTE format('CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()))', v_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO skucast_system', v_table);
  END LOOP;
END
$$;
GRANT SELECT, INSERT ON workspace_transfers TO skucast_app;
GRANT SELECT ON workspace_export_parts TO skucast_app;
