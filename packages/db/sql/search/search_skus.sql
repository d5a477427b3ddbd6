-- The next p_limit SKUs of rows that meet the conditions, and whose words contain each of the given words or, with
-- p_near, one similar to it. Frequent words are found among the next rows: 4,000, or, if 500 show that this is not enough, no
-- more than those. For others the index of words is used. If more
-- than 8,000 rows contain the words, but few of the next rows, the work ends after 8,000 rows: the last of these fill the
-- page although they do not match, so that the caller continues after them. It compares each product anyway.
CREATE OR REPLACE FUNCTION search_skus(
  p_words_of text, p_vocabulary text, p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb
) RETURNS TABLE (sku text) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_words_lead boolean := cardinality(p_words) > 0 OR jsonb_path_exists(p_conditions, '$[*].words');
  v_key text := search_key_term(p_conditions);
  v_alternatives jsonb := search_alternatives(p_vocabulary, p_words, p_near);
  v_terms text := search_alternatives_term(v_alternatives) || search_conditions_term(p_conditions, v_words_lead);
  v_skus text[];
  v_is_over boolean;
  v_window integer;
BEGIN
  FOREACH v_window IN ARRAY CASE WHEN v_words_lead THEN ARRAY[500, 4000] ELSE ARRAY[4000] END LOOP
    SELECT n.skus, n.is_over INTO v_skus, v_is_over FROM search_next(p_words_of, v_key, p_after, v_terms, v_window, p_limit) AS n;
    EXIT WHEN v_is_over OR cardinality(v_skus) = p_limit OR coalesce(cardinality(v_skus), 0) * 8 < p_limit;
  END LOOP;
  IF NOT v_is_over AND cardinality(v_skus) IS DISTINCT FROM p_limit THEN
    v_skus := search_first(
      p_words_of, p_after, ' AND ' || search_leads(search_terms_of(p_words_of), v_alternatives, p_conditions) || v_terms,
      CASE WHEN p_near OR NOT v_words_lead THEN 2147483646 ELSE 8000 END, p_limit);
  END IF;
  IF v_skus IS NULL THEN
    SELECT n.skus, n.is_over INTO v_skus, v_is_over FROM search_next(p_words_of, v_key, p_after, v_terms, 8000, p_limit) AS n;
    IF NOT v_is_over AND cardinality(v_skus) IS DISTINCT FROM p_limit THEN
      v_skus := search_padded(v_skus, p_words_of || v_key, p_after, 8000, p_limit);
    END IF;
  END IF;
  RETURN QUERY SELECT unnest(v_skus);
END
$$;
REVOKE ALL ON FUNCTION search_skus FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_skus TO skucast_search;
