-- Creates the partitions of this week and the next three. Several calls at once are safe. Fails with lock_not_available
-- if another transaction uses a table for longer than 200 ms.
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
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']*)''\)') INTO first_until
    FROM pg_class c WHERE c.oid = to_regclass(format('history.%I', cut.name || '_before')) AND c.relispartition;
    FOR week IN 0 .. 3 LOOP
      monday := date_trunc('week', p_now, 'UTC') + week * interval '7 days';
      partition := cut.name || to_char(monday AT TIME ZONE 'UTC', '_YYYY_MM_DD');
      CONTINUE WHEN to_regclass(format('history.%I', partition)) IS NOT NULL;
      -- The first partition of a database that is older than the baseline covers this week. Trying would lock the table.
      CONTINUE WHEN history.id_at(cut.prefix, monday) < first_until;
      BEGIN
        EXECUTE format('CREATE TABLE history.%I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', partition, cut.name,
          history.id_at(cut.prefix, monday), history.id_at(cut.prefix, monday + interval '7 days'));
      EXCEPTION
        -- The default partition has rows of this week. They stay there.
        WHEN check_violation THEN NULL;
      END;
    END LOOP;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION history.make FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history.make TO skucast_system;
