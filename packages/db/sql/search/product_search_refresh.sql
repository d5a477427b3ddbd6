-- Updates the words of products to what is stored. Writes nothing for a product whose words and filtered fields are the
-- same, since a new row version costs an entry in each index. Ordered, so that two calls cannot deadlock. A workspace whose
-- products are not copied yet is still searched in product_search, so that is updated too. The order of each
-- lookup and the settings force the primary keys: with outdated statistics, and with plans that were created for empty
-- tables, the planner would read whole tables, or all of a workspace in another index that ends with the SKU.
CREATE OR REPLACE FUNCTION product_search_refresh(p_workspaces text[], p_skus text[]) RETURNS void LANGUAGE sql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  WITH named AS MATERIALIZED (
    SELECT p.workspace_id, p.sku, p.version, coalesce(t.words, '') AS words, coalesce(t.codes, '') AS codes, t.others,
      CASE WHEN p.deleted_at IS NULL THEN p.status END AS status,
      CASE WHEN p.deleted_at IS NULL THEN p.availability END AS availability, CASE WHEN p.deleted_at IS NULL THEN p.brand END AS brand
    FROM (SELECT DISTINCT * FROM unnest(p_workspaces, p_skus)) AS n (workspace_id, sku)
    CROSS JOIN LATERAL (
      SELECT * FROM products WHERE workspace_id = n.workspace_id AND sku >= n.sku AND sku <= n.sku ORDER BY sku LIMIT 1
    ) AS p
    LEFT JOIN LATERAL search_texts(p.doc) AS t ON p.deleted_at IS NULL
    ORDER BY p.workspace_id, p.sku
  ), changed AS MATERIALIZED (
    SELECT n.*, search_word_list(n.others) AS list FROM named n LEFT JOIN LATERAL (
      SELECT * FROM product_words WHERE workspace_id = n.workspace_id AND sku >= n.sku AND sku <= n.sku ORDER BY sku LIMIT 1
    ) AS k ON true
    WHERE k.sku IS NULL OR (k.version <= n.version AND (k.words, k.status, k.availability, k.brand) IS DISTINCT FROM
      (n.words, n.status, n.availability, n.brand))
  ), spelled AS MATERIALIZED (
    SELECT DISTINCT c.workspace_id, unnest(c.list) AS word FROM changed c
  ), named_words AS MATERIALIZED (
    SELECT DISTINCT c.workspace_id, unnest(string_to_array(split_part(c.words, E'\n', 1), ' ')) AS word FROM changed c
  ), written AS (
    INSERT INTO product_words AS s (workspace_id, sku, version, words, codes, terms, status, availability, brand)
    SELECT c.workspace_id, c.sku, c.version, c.words, CASE WHEN t.has_codes THEN c.words ELSE c.codes END, t.terms, c.status,
      c.availability, c.brand
    FROM changed c, LATERAL (
      SELECT array_agg(hashtext(l.word)) FILTER (WHERE search_is_term(l.word)) AS terms, bool_or(octet_length(l.word) > 120) AS has_codes
      FROM (SELECT unnest(c.list) AS word) AS l
    ) AS t
    ON CONFLICT (workspace_id, sku) DO UPDATE SET version = excluded.version, words = excluded.words, codes = excluded.codes,
      terms = excluded.terms, status = excluded.status, availability = excluded.availability, brand = excluded.brand
    WHERE s.version <= excluded.version
  ), branded AS (
    INSERT INTO search_brands (workspace_id, brand)
    SELECT DISTINCT c.workspace_id, c.brand FROM changed c WHERE c.brand IS NOT NULL ORDER BY c.workspace_id, c.brand
    ON CONFLICT DO NOTHING
  ), listed AS (
    INSERT INTO search_terms (workspace_id, word)
    SELECT w.workspace_id, w.word FROM spelled w
    WHERE search_is_term(w.word)
      AND NOT EXISTS (SELECT FROM search_terms k WHERE k.workspace_id = w.workspace_id AND k.word = w.word)
    ORDER BY w.workspace_id, w.word
    ON CONFLICT DO NOTHING
  ), former AS (
    INSERT INTO product_search AS s (workspace_id, sku, version, words, status, availability, brand)
    SELECT n.workspace_id, n.sku, n.version, n.words, n.status, n.availability, n.brand
    FROM named n JOIN search_progress g ON g.workspace_id = n.workspace_id AND g.copied_sku IS NOT NULL
    ON CONFLICT (workspace_id, sku) DO UPDATE SET version = excluded.version, words = excluded.words,
      status = excluded.status, availability = excluded.availability, brand = excluded.brand
    WHERE s.version <= excluded.version AND (s.words, s.status, s.availability, s.brand) IS DISTINCT FROM
      (excluded.words, excluded.status, excluded.availability, excluded.brand)
  )
  INSERT INTO search_vocabulary (workspace_id, word)
  SELECT w.workspace_id, w.word FROM named_words w
  WHERE search_corrects(w.word)
    AND NOT EXISTS (SELECT FROM search_vocabulary k WHERE k.workspace_id = w.workspace_id AND k.word = w.word)
  ORDER BY w.workspace_id, w.word
  ON CONFLICT DO NOTHING
$$;
REVOKE ALL ON FUNCTION product_search_refresh FROM PUBLIC;
GRANT EXECUTE ON FUNCTION product_search_refresh TO skucast_system;
