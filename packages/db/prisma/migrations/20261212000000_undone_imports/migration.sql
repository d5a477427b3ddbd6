-- When all updates of an import were undone; null if they were not.
ALTER TABLE imports ADD COLUMN undone_at timestamptz(3);
