-- Products are listed in the order in which they were written, for those who keep a copy: by the transaction, as events are
-- (ADR 0036). Products that exist already come first, in the order of their times.
ALTER TABLE products ADD COLUMN log_position bigint NOT NULL DEFAULT 0;

-- With the offset that transaction ids have in this database; continue_event_log() raises it here too.
DO $$
BEGIN
  EXECUTE format(
    'ALTER TABLE products ALTER COLUMN log_position SET DEFAULT pg_current_xact_id()::text::bigint + %s',
    (SELECT position_offset FROM event_log)
  );
END
$$;
