-- The versions of lookup tables with these ids that published channels use.
CREATE OR REPLACE FUNCTION directory_lookup_tables(p_ids text[]) RETURNS TABLE (id text, version bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.version FROM lookup_tables t WHERE t.id = ANY (p_ids)
$$;
ALTER FUNCTION directory_lookup_tables OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_lookup_tables FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_lookup_tables TO skucast_public;
