-- Words that are similar to a word, the most similar first. A word that exists is not misspelled, so only it is returned.
-- Spellings with two swapped letters are looked up exactly, because a short one shares hardly any trigram with the
-- word.
CREATE OR REPLACE FUNCTION search_like(p_vocabulary text, p_word text) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET pg_trgm.word_similarity_threshold = 0.4
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
DECLARE
  v_like text[];
BEGIN
  EXECUTE format('SELECT array_agg(v.word) FROM %s AND v.word = %L', p_vocabulary, p_word) INTO v_like;
  IF v_like IS NOT NULL THEN
    RETURN v_like;
  END IF;
  EXECUTE format(
    'SELECT array_agg(likest.word) FROM (
       SELECT near.word FROM (
         SELECT v.word, true AS is_swapped FROM %1$s AND v.word = ANY (%3$L::text[])
         UNION ALL SELECT v.word, false FROM %1$s AND %2$L <%% v.word
       ) AS near GROUP BY near.word
       ORDER BY bool_or(near.is_swapped) DESC, word_similarity(%2$L, near.word) DESC, similarity(%2$L, near.word) DESC, near.word
       LIMIT 5
     ) AS likest', p_vocabulary, p_word, search_swapped(p_word)) INTO v_like;
  RETURN v_like;
END
$$;
REVOKE ALL ON FUNCTION search_like FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_like TO skucast_search;
