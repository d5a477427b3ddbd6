-- The table that has the words of all products of a workspace: the former one until they are copied.
CREATE OR REPLACE FUNCTION search_table(p_workspace text) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM search_progress g WHERE g.workspace_id = p_workspace AND g.copied_sku IS NOT NULL)
    THEN 'product_search' ELSE 'product_words' END
$$;
REVOKE ALL ON FUNCTION search_table FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_table TO skucast_search;
