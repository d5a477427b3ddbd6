-- All that satisfy the terms, then the first of them. By the index of words, for the same reason; the page's place is looked
-- at afterwards, for it would only make the key look good.
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
