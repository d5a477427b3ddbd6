-- The SKUs among the next p_window rows that meet the terms, and whether the filter has no more rows than those. The
-- settings force the primary key: with outdated statistics the planner would read all rows of the workspace and sort
-- them.
CREATE OR REPLACE FUNCTION search_next(
  p_words_of text, p_key text, p_after text, p_terms text, p_window integer, p_limit integer, OUT skus text[], OUT is_over boolean
) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  v_window text := format('%s%s AND s.sku > %L ORDER BY s.sku LIMIT %s', p_words_of, p_key, p_after, p_window);
BEGIN
  EXECUTE format(
    'SELECT array_agg(page.sku) FROM (SELECT s.sku FROM (SELECT * FROM %s) AS s WHERE true%s ORDER BY s.sku LIMIT %s) AS page',
    v_window, p_terms, p_limit) INTO skus;
  is_over := false;
  IF p_key <> '' AND cardinality(skus) IS DISTINCT FROM p_limit THEN
    EXECUTE format('SELECT count(*) < %s FROM (SELECT FROM %s) AS looked', p_window, v_window) INTO is_over;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION search_next FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_next TO skucast_search;
