-- Used only by the previous version, which refuses a database without it.
-- The condition that the words contain each of some words, or one that is similar to it, as SQL on `s`.
CREATE OR REPLACE FUNCTION search_words_term(p_vocabulary text, p_words text[], p_near boolean) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(string_agg(' AND ' || CASE WHEN p_near
      THEN coalesce((SELECT '(' || string_agg(search_contains(near), ' OR ') || ')'
        FROM unnest(search_like(p_vocabulary, word)) AS near), 'false')
      ELSE search_contains(word) END, ''), '')
  FROM unnest(p_words) AS word
$$;
REVOKE ALL ON FUNCTION search_words_term FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_words_term TO skucast_search;
