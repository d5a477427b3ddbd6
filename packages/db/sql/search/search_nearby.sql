-- Those of the first 2,000 rows that contain any of some words: their keys, how many words each contains, and how many
-- rows contain each word. The settings force the order of the rows, as in search_next.
CREATE OR REPLACE FUNCTION search_nearby(
  p_words_of text, p_order text, p_channel text, p_words text[], p_terms text,
  OUT workspace_ids text[], OUT channel_ids text[], OUT skus text[], OUT scores integer[], OUT counts integer[]
) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off AS $$
BEGIN
  EXECUTE format(
    'SELECT array_agg(w.workspace_id), array_agg(w.channel_id), array_agg(w.sku), array_agg(w.score), ARRAY[%s]
     FROM (SELECT n.*, %s AS score FROM (
       SELECT s.workspace_id, %s AS channel_id, s.sku, %s FROM (SELECT * FROM %s ORDER BY %s LIMIT 2000) AS s WHERE true%s
     ) AS n) AS w WHERE w.score > 0',
    (SELECT string_agg(format('coalesce(sum(w.has_%s), 0)::int', n), ', ') FROM generate_series(1, cardinality(p_words)) AS n),
    (SELECT string_agg(format('n.has_%s', n), ' + ') FROM generate_series(1, cardinality(p_words)) AS n),
    p_channel,
    (SELECT string_agg(format('(%s)::int AS has_%s', search_contains(u.word), u.n), ', ')
     FROM unnest(p_words) WITH ORDINALITY AS u (word, n)),
    p_words_of, p_order, p_terms
  ) INTO workspace_ids, channel_ids, skus, scores, counts;
END
$$;
REVOKE ALL ON FUNCTION search_nearby FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_nearby TO skucast_search;
