-- Imports of sources: they wait for their file before they wait for an importer, and are held when they would do too much.

ALTER TABLE imports
  ADD COLUMN source_id text,
  ADD COLUMN trigger text NOT NULL DEFAULT 'upload',
  -- Whether the file is imported also when it is the one of before.
  ADD COLUMN is_forced boolean NOT NULL DEFAULT false,
  -- What the fetched file is known by, with when it was fetched.
  ADD COLUMN fetched jsonb,
  ADD COLUMN max_change_percent integer,
  -- Why it is held, or was.
  ADD COLUMN hold text,
  ADD COLUMN is_released boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT imports_trigger_known CHECK (trigger IN ('upload', 'manual', 'schedule')),
  ADD CONSTRAINT imports_source_named CHECK ((trigger = 'upload') = (source_id IS NULL)),
  ADD CONSTRAINT imports_change_percent_known CHECK (max_change_percent BETWEEN 0 AND 100),
  ADD CONSTRAINT imports_status_known CHECK (
    status IN ('queued', 'running', 'held', 'succeeded', 'succeeded_with_errors', 'failed', 'cancelled'));
ALTER TABLE imports DROP CONSTRAINT imports_status_check;

-- One of a source waits for its file, and one for a person.
CREATE UNIQUE INDEX imports_fetching_key ON imports (workspace_id, source_id)
  WHERE source_id IS NOT NULL AND status = 'queued' AND upload IS NULL;
CREATE UNIQUE INDEX imports_held_key ON imports (workspace_id, source_id) WHERE status = 'held';
CREATE INDEX imports_source_idx ON imports (workspace_id, source_id, id) WHERE source_id IS NOT NULL;

-- On schedule.
GRANT INSERT ON imports TO skucast_system;
