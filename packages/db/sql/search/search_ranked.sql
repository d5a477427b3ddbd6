-- The rows whose words contain most of the given words, the best first. Frequent words are found among the first rows,
-- rare ones by the index, so that the work has a limit. The index finds none with fewer than three characters. p_order is
-- the order of the primary key, p_channel the SQL of the channel of a row.
CREATE OR REPLACE FUNCTION search_ranked(
  p_words_of text, p_order text, p_channel text, p_words text[], p_limit integer, p_conditions jsonb
) RETURNS TABLE (workspace_id text, channel_id text, sku text, score integer)
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_near record;
  v_rare text[];
BEGIN
  SELECT * INTO v_near
  FROM search_nearby(p_words_of, p_order, p_channel, p_words, search_conditions_term(p_conditions, false)) AS n;
  SELECT array_agg(u.word) INTO v_rare FROM unnest(p_words, v_near.counts) AS u (word, count) WHERE u.count < 10 AND length(u.word) >= 3;
  RETURN QUERY
    SELECT f.workspace_id, f.channel_id, f.sku, max(f.score) FROM (
      SELECT n.* FROM unnest(v_near.workspace_ids, v_near.channel_ids, v_near.skus, v_near.scores)
        AS n (workspace_id, channel_id, sku, score)
      UNION ALL
      SELECT r.* FROM search_rare(p_words_of, p_channel, p_words, v_rare, search_conditions_term(p_conditions, true)) AS r
      WHERE v_rare IS NOT NULL
    ) AS f
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 2, 3 LIMIT p_limit;
END
$$;
REVOKE ALL ON FUNCTION search_ranked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_ranked TO skucast_search;
