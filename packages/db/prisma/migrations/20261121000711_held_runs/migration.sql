-- Runs that are held, released, discarded, and that deliver the files of an earlier one again.
ALTER TABLE runs
  -- Why a held run was delivered all the same, and when.
  ADD COLUMN release jsonb,
  -- The run whose files a rollback delivers.
  ADD COLUMN rollback_to text,
  ADD CONSTRAINT runs_trigger_known CHECK (trigger IN ('manual', 'schedule', 'rollback')),
  ADD CONSTRAINT runs_rollback_named CHECK ((trigger = 'rollback') = (rollback_to IS NOT NULL));
ALTER TABLE runs DROP CONSTRAINT runs_trigger_check;

-- At most one of a feed waits for a person: a newer one takes its place.
CREATE UNIQUE INDEX runs_held_key ON runs (workspace_id, feed_id) WHERE status = 'held';
