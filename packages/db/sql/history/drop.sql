-- Drops a partition that was detached. Fails if it is still attached.
CREATE OR REPLACE FUNCTION history.drop(p_partition text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_class c WHERE c.oid = format('history.%I', p_partition)::regclass AND (c.relispartition OR c.relname = 'tables')) THEN
    RAISE EXCEPTION '% is in use', p_partition;
  END IF;
  EXECUTE format('DROP TABLE history.%I', p_partition);
END
$$;
REVOKE ALL ON FUNCTION history.drop FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history.drop TO skucast_system;
