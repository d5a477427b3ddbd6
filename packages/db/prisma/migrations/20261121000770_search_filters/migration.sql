-- Filters of a search stand beside the words that it looks for, and in the same index: of a word that many products have and a
-- filter that few pass, the few are found at once. Before, all with the word were read and then held against the filter.

ALTER TABLE product_search ADD COLUMN status text, ADD COLUMN availability text, ADD COLUMN brand text;
UPDATE product_search s SET status = p.status, availability = p.availability, brand = p.brand
FROM products p WHERE p.workspace_id = s.workspace_id AND p.sku = s.sku;
DROP INDEX product_search_words_idx;
CREATE INDEX product_search_words_idx ON product_search
  USING gin (workspace_id, words gin_trgm_ops, status, availability, brand);

CREATE OR REPLACE FUNCTION product_search_refresh(p_workspaces text[], p_skus text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO product_search AS s (workspace_id, sku, version, words, status, availability, brand)
  SELECT p.workspace_id, p.sku, p.version, CASE WHEN p.deleted_at IS NULL THEN search_words(p.doc) ELSE '' END,
    p.status, p.availability, p.brand
  FROM (SELECT DISTINCT * FROM unnest(p_workspaces, p_skus)) AS named (workspace_id, sku)
  JOIN products p ON p.workspace_id = named.workspace_id AND p.sku = named.sku
  ORDER BY p.workspace_id, p.sku
  ON CONFLICT (workspace_id, sku) DO UPDATE SET version = excluded.version, words = excluded.words,
    status = excluded.status, availability = excluded.availability, brand = excluded.brand
  WHERE s.version < excluded.version
$$;

-- The conditions of a search as SQL on the table `s`: its words, or such as are like them, and its filters.
CREATE FUNCTION search_terms(p_words text[], p_near boolean, p_status text, p_availability text, p_brand text)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(CASE WHEN p_near THEN format(' AND %L <%% s.words', word)
      ELSE format(' AND s.words LIKE %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%') END, ''), '')
    || CASE WHEN p_status IS NULL THEN '' ELSE format(' AND s.status = %L', p_status) END
    || CASE WHEN p_availability IS NULL THEN '' ELSE format(' AND s.availability = %L', p_availability) END
    || CASE WHEN p_brand IS NULL THEN '' ELSE format(' AND s.brand = %L', p_brand) END
  FROM unnest(p_words) AS word
$$;

-- Those among the next products of a workspace that satisfy the terms. By the key alone: with statistics that are old, or
-- of other workspaces, the planner would rather gather all products of the workspace and sort them.
CREATE FUNCTION search_next(p_workspace text, p_after text, p_terms text, p_window integer, p_limit integer) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public SET pg_trgm.word_similarity_threshold = 0.5
SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  v_skus text[];
BEGIN
  EXECUTE format(
    'SELECT array_agg(page.sku) FROM (SELECT s.sku FROM (
       SELECT * FROM product_search n WHERE n.workspace_id = %L AND n.sku > %L ORDER BY n.sku LIMIT %s
     ) AS s WHERE true%s ORDER BY s.sku LIMIT %s) AS page', p_workspace, p_after, p_window, p_terms, p_limit) INTO v_skus;
  RETURN v_skus;
END
$$;

-- All of a workspace that satisfy the terms, then the first of them. By the index of words, for the same reason; the page's
-- place is looked at afterwards, for it would only make the key look good.
CREATE FUNCTION search_all(p_workspace text, p_after text, p_terms text, p_limit integer) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public SET pg_trgm.word_similarity_threshold = 0.5
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
DECLARE
  v_skus text[];
BEGIN
  EXECUTE format(
    'WITH hits AS MATERIALIZED (SELECT s.sku FROM product_search s WHERE s.workspace_id = %L%s)
     SELECT array_agg(page.sku) FROM (SELECT hits.sku FROM hits WHERE hits.sku > %L ORDER BY hits.sku LIMIT %s) AS page',
    p_workspace, p_terms, p_after, p_limit) INTO v_skus;
  RETURN v_skus;
END
$$;

-- As before. The filters are those of the last event: who asks holds the products against them again.
CREATE OR REPLACE FUNCTION search_skus(
  p_workspace text, p_words text[], p_near boolean, p_after text, p_limit integer, p_status text, p_availability text, p_brand text
) RETURNS TABLE (sku text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  v_terms text := search_terms(p_words, p_near, p_status, p_availability, p_brand);
  v_skus text[] := search_next(p_workspace, p_after, v_terms, CASE WHEN p_near THEN 200 ELSE 4000 END, p_limit);
BEGIN
  IF cardinality(v_skus) IS DISTINCT FROM p_limit THEN
    v_skus := search_all(p_workspace, p_after, v_terms, p_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_skus);
END
$$;
REVOKE EXECUTE ON FUNCTION search_terms(text[], boolean, text, text, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION search_next(text, text, text, integer, integer) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION search_all(text, text, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_terms(text[], boolean, text, text, text) TO skucast_search;
GRANT EXECUTE ON FUNCTION search_next(text, text, text, integer, integer) TO skucast_search;
GRANT EXECUTE ON FUNCTION search_all(text, text, text, integer) TO skucast_search;

-- As before, and it holds what it found against the filter again.
CREATE OR REPLACE FUNCTION directory_search(
  p_words text[], p_near boolean, p_catalog text, p_after_catalog text, p_after_sku text, p_availability text, p_limit integer, p_scan integer
) RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
#variable_conflict use_column
DECLARE
  v_channel record;
  v_skus text[];
  v_found integer;
  v_missing integer := p_limit;
BEGIN
  FOR v_channel IN
    SELECT c.id, c.workspace_id, c.selection FROM channels c
    WHERE c.in_public_directory AND c.status = 'active' AND c.id >= p_after_catalog AND (p_catalog IS NULL OR c.id = p_catalog)
    ORDER BY c.id
  LOOP
    SELECT array_agg(s.sku ORDER BY s.sku) INTO v_skus FROM search_skus(
      v_channel.workspace_id, p_words, p_near, CASE WHEN v_channel.id = p_after_catalog THEN p_after_sku ELSE '' END,
      p_scan, NULL, p_availability, NULL
    ) AS s;
    RETURN QUERY
      SELECT v_channel.id, p.sku, directory_doc(p.doc, v_channel.id) FROM products p
      WHERE p.workspace_id = v_channel.workspace_id AND p.sku = ANY (v_skus)
        AND (p_availability IS NULL OR p.availability = p_availability)
        AND channel_selects(v_channel.selection, p.sku, p.availability, p.brand, p.doc)
      ORDER BY p.sku LIMIT v_missing;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    v_missing := v_missing - v_found;
    IF v_missing = 0 THEN
      RETURN;
    END IF;
    IF cardinality(v_skus) = p_scan THEN
      RETURN QUERY SELECT v_channel.id, v_skus[p_scan], NULL::text;
      RETURN;
    END IF;
  END LOOP;
END
$$;
