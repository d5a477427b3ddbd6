-- Used only by the previous version, which refuses a database without it.
-- Finds all rows that meet the terms, and returns the first of them after p_after. The settings force the index of
-- words: with outdated statistics the planner would read all rows of the workspace. p_after is compared afterwards, so
-- that the planner does not prefer the primary key.
CREATE OR REPLACE FUNCTION search_all(p_words_of text, p_after text, p_terms text, p_limit integer) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
DECLARE
  v_skus text[];
BEGIN
  EXECUTE format(
    'WITH hits AS MATERIALIZED (SELECT s.sku FROM %s%s)
     SELECT array_agg(page.sku) FROM (SELECT hits.sku FROM hits WHERE hits.sku > %L ORDER BY hits.sku LIMIT %s) AS page',
    p_words_of, p_terms, p_after, p_limit) INTO v_skus;
  RETURN v_skus;
END
$$;
REVOKE ALL ON FUNCTION search_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_all TO skucast_search;
