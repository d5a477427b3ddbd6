-- The next p_limit SKUs of rows that meet the conditions, and whose words contain each of the given words or, with
-- p_near, one similar to it. Frequent words are found among the next rows. For others the index of words is used.
CREATE OR REPLACE FUNCTION search_skus(
  p_words_of text, p_vocabulary text, p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb
) RETURNS TABLE (sku text) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_words_lead boolean := cardinality(p_words) > 0 OR jsonb_path_exists(p_conditions, '$[*].words');
  v_terms text := search_words_term(p_vocabulary, p_words, p_near) || search_conditions_term(p_conditions, v_words_lead);
  v_skus text[];
  v_is_over boolean;
BEGIN
  SELECT n.skus, n.is_over INTO v_skus, v_is_over
  FROM search_next(p_words_of, search_key_term(p_conditions), p_after, v_terms, 4000, p_limit) AS n;
  IF NOT v_is_over AND cardinality(v_skus) IS DISTINCT FROM p_limit THEN
    v_skus := search_all(p_words_of, p_after, v_terms, p_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_skus);
END
$$;
REVOKE ALL ON FUNCTION search_skus FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_skus TO skucast_search;
