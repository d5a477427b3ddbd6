-- Finds all rows that meet the terms, and returns the first of them after p_after. Null if more rows than p_hits_max meet
-- them, whose order would take long to find. The settings force the index of words: with outdated statistics the planner
-- would read all rows of the workspace. p_after is compared afterwards, so that the planner does not prefer the primary key.
CREATE OR REPLACE FUNCTION search_first(
  p_words_of text, p_after text, p_terms text, p_hits_max integer, p_limit integer
) RETURNS text[] LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
DECLARE
  v_skus text[];
  v_hits integer;
BEGIN
  EXECUTE format(
    'WITH hits AS MATERIALIZED (SELECT s.sku FROM %s%s LIMIT %s)
     SELECT (SELECT count(*) FROM hits), array_agg(page.sku)
     FROM (SELECT hits.sku FROM hits WHERE hits.sku > %L ORDER BY hits.sku LIMIT %s) AS page',
    p_words_of, p_terms, p_hits_max + 1, p_after, p_limit) INTO v_hits, v_skus;
  RETURN CASE WHEN v_hits <= p_hits_max THEN coalesce(v_skus, '{}') END;
END
$$;
REVOKE ALL ON FUNCTION search_first FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_first TO skucast_search;
