-- What was committed some looks ago: a transaction that was under way then and at the last look is a long one, and only
-- when such a one has ended are more than the last seconds of the log looked at again.
ALTER TABLE listing_tail
  ADD COLUMN older_snapshot text NOT NULL DEFAULT pg_current_snapshot()::text,
  ADD COLUMN older_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE listing_tail ALTER COLUMN older_snapshot DROP DEFAULT, ALTER COLUMN older_at DROP DEFAULT;
