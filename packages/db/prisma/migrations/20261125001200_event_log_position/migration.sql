-- The event log is read forward by the transaction that wrote an event, because ids follow the clocks of processes: an
-- event with an early id may be committed after later ones were read. All transactions below pg_snapshot_xmin have
-- ended, so nothing is added below it any more: readers stop there. See ADR 0036.

-- Added to transaction ids. Replaced by continue_event_log() in a database whose transaction ids have begun again.
CREATE FUNCTION event_log_offset() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 0::bigint';

-- Events that exist already stand at the beginning, in the order of their ids.
ALTER TABLE events ADD COLUMN log_position bigint NOT NULL DEFAULT 0;
ALTER TABLE events ALTER COLUMN log_position SET DEFAULT pg_current_xact_id()::text::bigint + event_log_offset();
CREATE INDEX events_log_position_idx ON events (workspace_id, log_position);

-- The highest position of any event.
CREATE FUNCTION highest_log_position() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(max(highest.log_position), 0)
  FROM workspaces w CROSS JOIN LATERAL (
    SELECT e.log_position FROM events e WHERE e.workspace_id = w.id ORDER BY e.log_position DESC LIMIT 1
  ) highest
$$;
GRANT CREATE ON SCHEMA public TO skucast_system; -- for becoming the owner of the function
ALTER FUNCTION highest_log_position() OWNER TO skucast_system;
REVOKE CREATE ON SCHEMA public FROM skucast_system;
REVOKE ALL ON FUNCTION highest_log_position() FROM PUBLIC;
DO $$ BEGIN EXECUTE format('GRANT EXECUTE ON FUNCTION highest_log_position() TO %I', current_user); END $$;

-- Lets positions go on above every event where transaction ids have begun again, as in a dump that was restored into
-- another cluster. p_gap leaves room for positions that readers may have seen before an older state was restored. Called
-- by each migration run, and by hand, as the owner.
CREATE FUNCTION continue_event_log(p_gap bigint DEFAULT 0) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  present bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  wanted bigint := greatest(event_log_offset() + p_gap, highest_log_position() + 1 + p_gap - present);
BEGIN
  IF wanted > event_log_offset() THEN
    EXECUTE format('CREATE OR REPLACE FUNCTION event_log_offset() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
      format('SELECT %s::bigint', wanted));
  END IF;
END
$$;
REVOKE ALL ON FUNCTION continue_event_log(bigint) FROM PUBLIC;
