-- SKUs of the products of a workspace, found as in search_skus, as of the last events. The caller reads the products
-- under its own policies and checks the conditions again.
CREATE OR REPLACE FUNCTION workspace_search_skus(
  p_workspace text, p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb
) RETURNS TABLE (sku text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM search_skus(
    format('%s s WHERE s.workspace_id = %L', search_table(p_workspace), p_workspace), format('search_vocabulary v WHERE v.workspace_id = %L', p_workspace),
    p_words, p_near, p_after, p_limit, p_conditions)
$$;
ALTER FUNCTION workspace_search_skus OWNER TO skucast_search;
REVOKE ALL ON FUNCTION workspace_search_skus FROM PUBLIC;
