-- The same as workspace_search_skus, for the workspace of the transaction only.
CREATE OR REPLACE FUNCTION own_search_skus(p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb)
RETURNS TABLE (sku text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM workspace_search_skus(current_workspace(), p_words, p_near, p_after, p_limit, p_conditions)
$$;
ALTER FUNCTION own_search_skus OWNER TO skucast_search;
REVOKE ALL ON FUNCTION own_search_skus FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_search_skus TO skucast_app;
