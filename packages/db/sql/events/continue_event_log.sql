-- Raises positions above those of all events and products if transaction ids have restarted, as they do when a dump is
-- restored into another cluster. p_gap leaves room for positions that readers may have seen before an older state
-- was restored. Every run of the migrations calls it, and an operator can. Only the owner of the table may.
CREATE OR REPLACE FUNCTION continue_event_log(p_gap bigint DEFAULT 0) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_present bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  v_offset bigint;
  v_wanted bigint;
BEGIN
  SELECT position_offset INTO STRICT v_offset FROM event_log;
  v_wanted := greatest(v_offset + p_gap, highest_log_position() + 1 + p_gap - v_present);
  IF v_wanted > v_offset THEN
    UPDATE event_log SET position_offset = v_wanted;
    EXECUTE format('ALTER TABLE events ALTER COLUMN log_position SET DEFAULT pg_current_xact_id()::text::bigint + %s', v_wanted);
    EXECUTE format('ALTER TABLE products ALTER COLUMN log_position SET DEFAULT pg_current_xact_id()::text::bigint + %s', v_wanted);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION continue_event_log FROM PUBLIC;
