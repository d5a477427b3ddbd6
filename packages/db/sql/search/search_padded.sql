-- Fills a page of found SKUs with the last ones of the rows that were examined; fewer than p_limit only at the end of the
-- rows.
CREATE OR REPLACE FUNCTION search_padded(p_found text[], p_rows_of text, p_after text, p_window integer, p_limit integer) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  v_last text[];
BEGIN
  EXECUTE format(
    'SELECT array_agg(s.sku) FROM (SELECT s.sku FROM %s AND s.sku > %L ORDER BY s.sku OFFSET %s LIMIT %s) AS s',
    p_rows_of, p_after, p_window - p_limit, p_limit) INTO v_last;
  IF cardinality(v_last) IS DISTINCT FROM p_limit THEN
    RETURN p_found;
  END IF;
  RETURN (
    SELECT array_agg(page.sku ORDER BY page.sku) FROM (
      SELECT every.sku FROM (SELECT unnest(p_found) AS sku, true AS is_found UNION SELECT unnest(v_last), false) AS every
      GROUP BY every.sku ORDER BY bool_or(every.is_found) DESC, every.sku DESC LIMIT p_limit
    ) AS page);
END
$$;
REVOKE ALL ON FUNCTION search_padded FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_padded TO skucast_search;
