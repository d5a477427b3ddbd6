-- What a run counts, compares and keeps.

-- The run whose files are live; set in the transaction in which a run ends well. No foreign key: runs refer to feeds.
ALTER TABLE feeds ADD COLUMN live_run_id text;

ALTER TABLE runs
  -- What later runs are compared with: the file's columns, how many rows are out of stock.
  ADD COLUMN stats jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN issue_counts jsonb NOT NULL DEFAULT '[]',
  -- When its files were removed, or given up for it.
  ADD COLUMN files_deleted_at timestamptz(3),
  -- Exporters that have taken it up. One that ends its exporter each time is given up in the end.
  ADD COLUMN claim_count integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT runs_counts_add_up CHECK (
    (counts->>'selected')::bigint = (counts->>'written')::bigint + (counts->>'excluded')::bigint + (counts->>'invalid')::bigint);

-- Old rows are found at the table's beginning, whatever feed they are of.
CREATE INDEX runs_created_at_idx ON runs USING brin (created_at);

CREATE TABLE run_issues (
  workspace_id text NOT NULL,
  run_id text NOT NULL,
  -- In the order of the products.
  place integer NOT NULL,
  sku text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('error', 'warning')),
  code text NOT NULL,
  field text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (workspace_id, run_id, place),
  FOREIGN KEY (workspace_id, run_id) REFERENCES runs (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE run_issues ENABLE ROW LEVEL SECURITY;
ALTER TABLE run_issues FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON run_issues TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON run_issues TO skucast_system USING (true) WITH CHECK (true);
-- Whoever sees the run sees its issues; people write none.
CREATE POLICY actor_sees ON run_issues AS RESTRICTIVE FOR SELECT TO skucast_app USING (
  (SELECT actor_sees_all())
  OR EXISTS (SELECT FROM runs r WHERE r.workspace_id = run_issues.workspace_id AND r.id = run_issues.run_id));
CREATE POLICY actor_inserts ON run_issues AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON run_issues AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON run_issues AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));

GRANT SELECT ON run_issues TO skucast_app;
GRANT SELECT, INSERT, DELETE ON run_issues TO skucast_system;
GRANT DELETE ON runs TO skucast_system;
