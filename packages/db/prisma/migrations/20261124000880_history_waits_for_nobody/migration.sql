-- Making a partition, and taking one out, locks its table against everybody. Whoever waits for such a lock has all who come
-- later wait behind him, for as long as the oldest transaction that has read the table: a backup, say. So nobody waits for
-- long, and the next round tries again: partitions are made weeks ahead.

-- The id before which a partition's rows lie; null for the default one.
CREATE FUNCTION history.until_of(p_partition oid) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']*)''\)') FROM pg_class c WHERE c.oid = p_partition
$$;
REVOKE ALL ON FUNCTION history.until_of(oid) FROM PUBLIC;

-- Makes the partitions of the weeks that begin within three weeks from p_now. May run twice, and side by side. Fails with
-- lock_not_available where a transaction holds a table for longer.
CREATE OR REPLACE FUNCTION history.make(p_now timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  cut history.tables;
  monday timestamptz;
  partition text;
  first_until text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('history', 0));
  FOR cut IN SELECT * FROM history.tables LOOP
    SELECT history.until_of(c.oid) INTO first_until
    FROM pg_class c WHERE c.oid = to_regclass(format('history.%I', cut.name || '_before')) AND c.relispartition;
    FOR week IN 0 .. 3 LOOP
      monday := date_trunc('week', p_now, 'UTC') + week * interval '7 days';
      partition := cut.name || to_char(monday AT TIME ZONE 'UTC', '_YYYY_MM_DD');
      CONTINUE WHEN to_regclass(format('history.%I', partition)) IS NOT NULL;
      -- The first partition reaches as far. To try it would lock the table.
      CONTINUE WHEN history.id_at(cut.prefix, monday) < first_until;
      BEGIN
        EXECUTE format('CREATE TABLE history.%I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', partition, cut.name,
          history.id_at(cut.prefix, monday), history.id_at(cut.prefix, monday + interval '7 days'));
      EXCEPTION
        -- Rows of that week are in the default partition: they stay there.
        WHEN check_violation THEN NULL;
      END;
    END LOOP;
  END LOOP;
END
$$;

-- Takes the oldest partition of a table that holds nothing from p_before on out of it; its name, or null when there is
-- none. Its rows are read by skucast_system and by nobody else until it is dropped, in the same transaction. Fails with
-- lock_not_available where a transaction holds the table for longer.
CREATE OR REPLACE FUNCTION history.detach(p_table text, p_before timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  cut history.tables;
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('history', 0));
  SELECT * INTO STRICT cut FROM history.tables WHERE name = p_table;
  SELECT c.relname INTO partition
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid, LATERAL (SELECT history.until_of(c.oid) AS until_id) bound
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
