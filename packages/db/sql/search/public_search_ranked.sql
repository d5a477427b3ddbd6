-- The products of public channels, or of one, whose words contain most of two or more words, the best first (see search_ranked).
CREATE OR REPLACE FUNCTION public_search_ranked(p_workspace text, p_channel text, p_words text[], p_limit integer, p_conditions jsonb)
RETURNS TABLE (workspace_id text, channel_id text, sku text, score integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM search_ranked(
    'public_search s WHERE ' || CASE WHEN p_channel IS NULL THEN 'true'
      ELSE format('s.workspace_id = %L AND s.channel_id = %L', p_workspace, p_channel) END,
    's.workspace_id, s.channel_id, s.sku', 's.channel_id', p_words, p_limit, p_conditions)
$$;
ALTER FUNCTION public_search_ranked OWNER TO skucast_search;
REVOKE ALL ON FUNCTION public_search_ranked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public_search_ranked TO skucast_directory;
