-- Feeds whose files hold what changed, and what each run's files hold.
ALTER TABLE feeds ADD COLUMN coverage text NOT NULL DEFAULT 'full'
  CONSTRAINT feeds_coverage_known CHECK (coverage IN ('full', 'delta'));
-- Null until the files are made, unless all rows were asked for; runs from before have full files.
ALTER TABLE runs ADD COLUMN coverage text
  CONSTRAINT runs_coverage_known CHECK (coverage IN ('full', 'delta'));
