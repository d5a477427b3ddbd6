-- A row is applied without the cells that cannot be read: what is said of these is a warning. What stands in the file is
-- kept with each fault, cut short, so that it can be shown.

ALTER TABLE import_errors
  ADD COLUMN severity text NOT NULL DEFAULT 'error' CHECK (severity IN ('error', 'warning')),
  ADD COLUMN value text;

ALTER TABLE imports ALTER COLUMN counts
  SET DEFAULT '{"received":0,"created":0,"updated":0,"unchanged":0,"skipped":0,"invalid":0,"warned":0,"removed":0}';
