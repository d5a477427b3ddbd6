-- Updates the words of products to what is stored. Ordered, so that two calls cannot deadlock.
CREATE OR REPLACE FUNCTION product_search_refresh(p_workspaces text[], p_skus text[]) RETURNS void LANGUAGE sql AS $$
  WITH refreshed AS (
    INSERT INTO product_search AS s (workspace_id, sku, version, words, status, availability, brand)
    SELECT p.workspace_id, p.sku, p.version, CASE WHEN p.deleted_at IS NULL THEN search_words(p.doc) ELSE '' END,
      CASE WHEN p.deleted_at IS NULL THEN p.status END, CASE WHEN p.deleted_at IS NULL THEN p.availability END,
      CASE WHEN p.deleted_at IS NULL THEN p.brand END
    FROM (SELECT DISTINCT * FROM unnest(p_workspaces, p_skus)) AS named (workspace_id, sku)
    JOIN products p ON p.workspace_id = named.workspace_id AND p.sku = named.sku
    ORDER BY p.workspace_id, p.sku
    ON CONFLICT (workspace_id, sku) DO UPDATE SET version = excluded.version, words = excluded.words,
      status = excluded.status, availability = excluded.availability, brand = excluded.brand
    WHERE s.version < excluded.version
    RETURNING s.workspace_id, s.words, s.brand
  ), branded AS (
    INSERT INTO search_brands (workspace_id, brand)
    SELECT DISTINCT r.workspace_id, r.brand FROM refreshed r WHERE r.brand IS NOT NULL ORDER BY r.workspace_id, r.brand
    ON CONFLICT DO NOTHING
  )
  INSERT INTO search_vocabulary (workspace_id, word)
  SELECT DISTINCT r.workspace_id, v.word FROM refreshed r, search_vocabulary_of(r.words) AS v (word)
  ORDER BY r.workspace_id, v.word
  ON CONFLICT DO NOTHING
$$;
REVOKE ALL ON FUNCTION product_search_refresh FROM PUBLIC;
GRANT EXECUTE ON FUNCTION product_search_refresh TO skucast_system;
