-- What grows for ever is cut by time: events, the inbox and delivery attempts lie in partitions of a week each, which are
-- made ahead and dropped whole (ADR 0015). Ids begin with their time, so the id is the partition's key, keys still lead
-- with the workspace, and whoever knows an id or a time reads the few partitions that can hold it. The partitions lie in a
-- schema that no application may use: every way to a row is through the table and its policies.
CREATE SCHEMA history;

-- The first characters of an id of that moment: ten of Crockford's base32, as contracts/ids.ts writes them.
CREATE FUNCTION history.id_at(prefix text, moment timestamptz) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  rest bigint := floor(extract(epoch FROM moment) * 1000);
  encoded text := '';
BEGIN
  FOR i IN 1 .. 10 LOOP
    encoded := substr('0123456789abcdefghjkmnpqrstvwxyz', (rest % 32)::integer + 1, 1) || encoded;
    rest := rest / 32;
  END LOOP;
  RETURN prefix || '_' || encoded;
END
$$;

-- Which tables are cut, by which column, and the prefix of the ids in it.
CREATE TABLE history.tables (
  name text PRIMARY KEY,
  id_column text NOT NULL,
  prefix text NOT NULL
);
INSERT INTO history.tables VALUES ('events', 'id', 'evt'), ('inbox', 'event_id', 'evt'), ('delivery_attempts', 'delivery_id', 'dlv');

-- Attempts refer to deliveries by a trigger instead: a reference would be checked row by row when a partition goes.
ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_workspace_id_delivery_id_fkey;

-- Each table as it was becomes the first partition of a new one, with its rows, up to the end of the week after this one.
DO $$
DECLARE
  cut history.tables;
  policy record;
  until_id text;
BEGIN
  FOR cut IN SELECT * FROM history.tables LOOP
    EXECUTE format('ALTER TABLE %I SET SCHEMA history', cut.name);
    EXECUTE format('ALTER TABLE history.%I RENAME TO %I', cut.name, cut.name || '_before');
    EXECUTE format('CREATE TABLE %I (LIKE history.%I INCLUDING DEFAULTS) PARTITION BY RANGE (%I)',
      cut.name, cut.name || '_before', cut.id_column);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', cut.name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', cut.name);
    FOR policy IN
      SELECT * FROM pg_policies WHERE schemaname = 'history' AND tablename = cut.name || '_before'
    LOOP
      EXECUTE format('CREATE POLICY %I ON %I AS %s FOR %s TO %s %s %s', policy.policyname, cut.name, policy.permissive,
        policy.cmd, array_to_string(policy.roles, ', '), 'USING (' || policy.qual || ')', 'WITH CHECK (' || policy.with_check || ')');
      EXECUTE format('DROP POLICY %I ON history.%I', policy.policyname, cut.name || '_before');
    END LOOP;
    EXECUTE format('REVOKE ALL ON history.%I FROM skucast_app, skucast_system', cut.name || '_before');
  END LOOP;
END
$$;
ALTER TABLE events ADD PRIMARY KEY (workspace_id, id);
ALTER TABLE inbox ADD PRIMARY KEY (workspace_id, consumer, event_id);
ALTER TABLE delivery_attempts ADD PRIMARY KEY (workspace_id, delivery_id, number);
CREATE INDEX events_created_at_idx ON events USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);
DROP INDEX history.inbox_created_at_idx;

GRANT SELECT, INSERT ON events TO skucast_app;
GRANT SELECT ON delivery_attempts TO skucast_app;
GRANT SELECT, INSERT ON events TO skucast_system;
GRANT SELECT, INSERT, DELETE ON inbox TO skucast_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON delivery_attempts TO skucast_system;

DO $$
DECLARE
  cut history.tables;
BEGIN
  FOR cut IN SELECT * FROM history.tables LOOP
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION history.%I FOR VALUES FROM (MINVALUE) TO (%L)', cut.name,
      cut.name || '_before', history.id_at(cut.prefix, date_trunc('week', now()) + interval '14 days'));
    -- For what no partition was made: nothing is ever refused for want of one.
    EXECUTE format('CREATE TABLE history.%I PARTITION OF %I DEFAULT', cut.name || '_other', cut.name);
  END LOOP;
END
$$;

-- The attempts of a delivery go with it.
CREATE FUNCTION delete_attempts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  DELETE FROM delivery_attempts a USING gone WHERE a.workspace_id = gone.workspace_id AND a.delivery_id = gone.id;
  RETURN NULL;
END
$$;
GRANT CREATE ON SCHEMA public TO skucast_system; -- for becoming the owner of the function
ALTER FUNCTION delete_attempts() OWNER TO skucast_system;
REVOKE CREATE ON SCHEMA public FROM skucast_system;
CREATE TRIGGER delete_attempts AFTER DELETE ON deliveries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_attempts();
GRANT DELETE ON deliveries TO skucast_system;

-- Makes the partitions of the weeks that begin within three weeks from p_now. May run twice, and side by side.
CREATE FUNCTION history.make(p_now timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  cut history.tables;
  monday timestamptz;
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('history', 0));
  FOR cut IN SELECT * FROM history.tables LOOP
    FOR week IN 0 .. 3 LOOP
      monday := date_trunc('week', p_now, 'UTC') + week * interval '7 days';
      partition := cut.name || to_char(monday AT TIME ZONE 'UTC', '_YYYY_MM_DD');
      CONTINUE WHEN to_regclass(format('history.%I', partition)) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE history.%I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', partition, cut.name,
          history.id_at(cut.prefix, monday), history.id_at(cut.prefix, monday + interval '7 days'));
      EXCEPTION
        -- The first partition reaches as far, or rows of that week are in the default one: they stay there.
        WHEN invalid_object_definition OR check_violation THEN NULL;
      END;
    END LOOP;
  END LOOP;
END
$$;

-- Takes the oldest partition of a table that holds nothing from p_before on out of it; its name, or null when there is
-- none. Its rows are read by skucast_system and by nobody else until it is dropped, in the same transaction.
CREATE FUNCTION history.detach(p_table text, p_before timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Drops a partition that was taken out; one that is still part of its table is refused.
CREATE FUNCTION history.drop(p_partition text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_class c WHERE c.oid = format('history.%I', p_partition)::regclass AND (c.relispartition OR c.relname = 'tables')) THEN
    RAISE EXCEPTION '% is in use', p_partition;
  END IF;
  EXECUTE format('DROP TABLE history.%I', p_partition);
END
$$;
-- Events that were kept beyond their partition, for deliveries that still waited, go one by one. No other event can.
CREATE FUNCTION history.forget_events(p_workspaces text[], p_ids text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM history.events_other e USING unnest(p_workspaces, p_ids) AS gone (workspace_id, id)
  WHERE e.workspace_id = gone.workspace_id AND e.id = gone.id
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA history FROM PUBLIC;
GRANT USAGE ON SCHEMA history TO skucast_system;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA history TO skucast_system;

SELECT history.make(now());
-- One dispatcher at a time sees to it.
INSERT INTO sweeps VALUES ('history', now());
