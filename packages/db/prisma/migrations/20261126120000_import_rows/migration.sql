-- The rows of an import that have errors or warnings, so that they can be downloaded, corrected and sent again.
CREATE TABLE import_rows (
  workspace_id text NOT NULL,
  import_id text NOT NULL,
  line integer NOT NULL,
  -- The lowest number of the row's errors in import_errors.
  number integer NOT NULL,
  -- JSON: the row's cells, its members, or its text if it cannot be split.
  content text NOT NULL,
  PRIMARY KEY (workspace_id, import_id, line, number),
  FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE import_errors ADD COLUMN column_name text;

ALTER TABLE imports
  -- What became of the cells: for each column of the plan, a list of counts.
  ADD COLUMN cell_counts jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN faulty_rows integer NOT NULL DEFAULT 0,
  ADD COLUMN faulty_bytes integer NOT NULL DEFAULT 0;

-- For the deletion of old rows.
CREATE INDEX imports_faulty_idx ON imports (finished_at) WHERE faulty_rows > 0;

ALTER TABLE import_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON import_rows TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON import_rows TO skucast_system USING (true) WITH CHECK (true);

-- As for import_errors: an actor that sees an import sees its rows, and only the workers write them.
CREATE POLICY actor_sees ON import_rows AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT actor_sees_all()) OR EXISTS (
    SELECT FROM imports i WHERE i.workspace_id = import_rows.workspace_id AND i.id = import_rows.import_id));
CREATE POLICY actor_inserts ON import_rows AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON import_rows AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON import_rows AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT acts_for_workspace()));

GRANT SELECT ON import_rows TO skucast_app;
GRANT SELECT, INSERT, DELETE ON import_rows TO skucast_system;
