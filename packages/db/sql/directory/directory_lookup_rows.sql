-- The rows of a lookup table that a published channel uses.
CREATE OR REPLACE FUNCTION directory_lookup_rows(p_id text) RETURNS TABLE (key text, value text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.key, r.value FROM lookup_tables t
  JOIN lookup_rows r ON r.workspace_id = t.workspace_id AND r.table_id = t.id
  WHERE t.id = p_id
$$;
ALTER FUNCTION directory_lookup_rows OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_lookup_rows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_lookup_rows TO skucast_public;
