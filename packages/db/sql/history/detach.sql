-- Detaches the oldest partition of a table that contains nothing from p_before on. Returns its name, or null if there
-- is none. Fails if it does not get the lock within 200 ms (see history/prune-history.ts). skucast_system can read the
-- partition until it is dropped, which happens in the same transaction.
CREATE OR REPLACE FUNCTION history.detach(p_table text, p_before timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  cut history.tables;
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('history', 0));
  SELECT * INTO STRICT cut FROM history.tables WHERE name = p_table;
  SELECT c.relname INTO partition
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
       LATERAL (SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']*)''\)') AS until_id) bound
  WHERE i.inhparent = format('public.%I', cut.name)::regclass AND bound.until_id <= history.id_at(cut.prefix, p_before)
  ORDER BY bound.until_id LIMIT 1;
  IF partition IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %I DETACH PARTITION history.%I', cut.name, partition);
    EXECUTE format('ALTER TABLE history.%I DISABLE ROW LEVEL SECURITY', partition);
    EXECUTE format('GRANT SELECT ON history.%I TO skucast_system', partition);
  END IF;
  RETURN partition;
END
$$;
REVOKE ALL ON FUNCTION history.detach FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history.detach TO skucast_system;
