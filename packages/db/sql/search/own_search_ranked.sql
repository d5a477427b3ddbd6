-- The SKUs of the workspace of the transaction that contain most of two or more words, the best first (see search_ranked).
CREATE OR REPLACE FUNCTION own_search_ranked(p_words text[], p_limit integer, p_conditions jsonb) RETURNS TABLE (sku text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.sku FROM search_ranked(
    format('%s s WHERE s.workspace_id = %L', search_table(current_workspace()), current_workspace()), 's.sku', 'NULL::text', p_words, p_limit, p_conditions) AS r
$$;
ALTER FUNCTION own_search_ranked OWNER TO skucast_search;
REVOKE ALL ON FUNCTION own_search_ranked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_search_ranked TO skucast_app;
