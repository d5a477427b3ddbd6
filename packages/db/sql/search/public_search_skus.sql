-- SKUs that a channel publishes, found as in search_skus.
CREATE OR REPLACE FUNCTION public_search_skus(
  p_workspace text, p_channel text, p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb
) RETURNS TABLE (sku text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM search_skus(
    format('public_search s WHERE s.workspace_id = %L AND s.channel_id = %L', p_workspace, p_channel),
    format('public_vocabulary v WHERE v.workspace_id = %L AND v.channel_id = %L', p_workspace, p_channel),
    p_words, p_near, p_after, p_limit, p_conditions)
$$;
ALTER FUNCTION public_search_skus OWNER TO skucast_search;
REVOKE ALL ON FUNCTION public_search_skus FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public_search_skus TO skucast_directory;
