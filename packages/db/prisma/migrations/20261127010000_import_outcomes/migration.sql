-- What became of every row and cell of an import, in blocks of consecutive rows.
CREATE TABLE import_outcomes (
  workspace_id text NOT NULL,
  import_id text NOT NULL,
  -- The position of the block's first row in the file, from 0.
  first_row integer NOT NULL,
  row_count integer NOT NULL,
  -- The lowest and highest line on which a row of the block begins.
  first_line integer NOT NULL,
  last_line integer NOT NULL,
  -- Bits: which outcomes occur in the block.
  kinds integer NOT NULL,
  -- Compressed; the format is in packages/db/src/imports/outcome-block.ts.
  content bytea NOT NULL,
  PRIMARY KEY (workspace_id, import_id, first_row),
  FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE import_outcomes ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE imports ADD COLUMN outcome_bytes bigint NOT NULL DEFAULT 0;

-- For the deletion of old outcomes.
CREATE INDEX imports_outcomes_idx ON imports (finished_at) WHERE outcome_bytes > 0;

ALTER TABLE import_outcomes ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_outcomes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON import_outcomes TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON import_outcomes TO skucast_system USING (true) WITH CHECK (true);

-- As for import_rows: an actor that sees an import sees its outcomes, and only the workers write them.
CREATE POLICY actor_sees ON import_outcomes AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT actor_sees_all()) OR EXISTS (
    SELECT FROM imports i WHERE i.workspace_id = import_outcomes.workspace_id AND i.id = import_outcomes.import_id));
CREATE POLICY actor_inserts ON import_outcomes AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON import_outcomes AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON import_outcomes AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT acts_for_workspace()));

GRANT SELECT ON import_outcomes TO skucast_app;
GRANT SELECT, INSERT, DELETE ON import_outcomes TO skucast_system;
