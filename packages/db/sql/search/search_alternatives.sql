-- For each word, the words of which a product must contain one: the word itself or, with p_near, those that are similar to
-- it, which may be none.
CREATE OR REPLACE FUNCTION search_alternatives(p_vocabulary text, p_words text[], p_near boolean) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(CASE WHEN p_near THEN coalesce(search_like(p_vocabulary, word), '{}') ELSE ARRAY[word] END)), '[]')
  FROM unnest(p_words) AS word
$$;
REVOKE ALL ON FUNCTION search_alternatives FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_alternatives TO skucast_search;
