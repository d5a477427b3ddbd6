-- Rows that contain one of some rare words, and how many of all words each contains: up to 2,000 that lack at most one
-- word, and up to 2,000 others. The settings force the index of words, as in search_first.
CREATE OR REPLACE FUNCTION search_rare(p_words_of text, p_channel text, p_words text[], p_rare text[], p_terms text)
RETURNS TABLE (workspace_id text, channel_id text, sku text, score integer) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
DECLARE
  v_terms_of text := search_terms_of(p_words_of);
  -- The conditions by which an index finds each rare word.
  v_leads jsonb := (SELECT jsonb_object_agg(word, search_lead(v_terms_of, ARRAY[word])) FROM unnest(p_rare) AS word);
  v_any text := (
    SELECT string_agg(search_contains(word) || ' AND ' || search_led(CASE WHEN value = 'null' THEN '[]' ELSE jsonb_build_array(value) END), ' OR ')
    FROM jsonb_each(v_leads) AS l (word, value));
  v_most text := (
    SELECT string_agg('(' || others.term || ')', ' OR ') FROM unnest(p_words) AS omitted, LATERAL (
      SELECT string_agg(search_contains(word), ' AND ')
          || ' AND ' || search_led(coalesce(jsonb_agg(v_leads->word) FILTER (WHERE v_leads->word <> 'null'), '[]')) AS term,
        bool_or(v_leads ? word) AS is_rare
      FROM unnest(p_words) AS word WHERE word <> omitted
    ) AS others WHERE others.is_rare);
  v_score text := (SELECT string_agg('(' || search_contains(word) || ')::int', ' + ') FROM unnest(p_words) AS word);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT s.workspace_id, s.channel_id, s.sku, %6$s FROM (
       (SELECT s.workspace_id, %1$s AS channel_id, s.sku, s.words FROM %2$s AND (%3$s)%5$s LIMIT 2000)
       UNION (SELECT s.workspace_id, %1$s, s.sku, s.words FROM %2$s AND (%4$s)%5$s LIMIT 2000)
     ) AS s',
    p_channel, p_words_of, coalesce(v_most, 'false'), v_any, p_terms, v_score);
END
$$;
REVOKE ALL ON FUNCTION search_rare FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_rare TO skucast_search;
