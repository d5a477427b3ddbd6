-- Search. The words of each product stand in a table of their own, filled from events after the write, so that writing a
-- product costs no index of words. Trigrams find words inside words, and words with typing mistakes.
--
-- skucast_search  owner of the functions that look for words. An index of trigrams cannot be used below a policy, for LIKE
--                 might tell of rows that the policy hides; this role's policies let all rows through, and its functions
--                 ask for one workspace. They answer SKUs alone: who asks reads the products as whoever they are.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin; -- the workspace leads the index of words

DO $$
BEGIN
  BEGIN
    CREATE ROLE skucast_search NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the cluster has made it
  END;
  EXECUTE format('GRANT skucast_search TO %I', current_user);
END
$$;
GRANT USAGE, CREATE ON SCHEMA public TO skucast_search; -- CREATE: for becoming the owner of the functions

CREATE TABLE product_search (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  -- Of the product whose words these are: an event that comes late does not bring old words back.
  version bigint NOT NULL,
  -- In small letters; empty for a product that was deleted.
  words text NOT NULL,
  PRIMARY KEY (workspace_id, sku)
);
ALTER TABLE product_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_search FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON product_search TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY actor_sees ON product_search AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_sees_all()));
CREATE POLICY actor_inserts ON product_search AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON product_search AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON product_search AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));
CREATE POLICY every_workspace ON product_search TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON product_search FOR SELECT TO skucast_search USING (true);
CREATE POLICY every_row ON products FOR SELECT TO skucast_search USING (true);
GRANT SELECT, INSERT, UPDATE ON product_search TO skucast_system;
GRANT SELECT ON product_search TO skucast_search;
GRANT SELECT (workspace_id, sku, status, availability, brand, deleted_at) ON products TO skucast_search;

-- What a product is found by.
CREATE FUNCTION search_words(doc text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(lower(concat_ws(' ', d->>'sku', d->>'title', d->>'brand', d->>'mpn', d->>'gtin', d->>'product_category', d->>'color',
    d->>'material', d->>'item_group_title', (SELECT string_agg(t.value->>'title', ' ') FROM json_each(d->'translations') AS t))), 2000)
  FROM (SELECT doc::json AS d) AS parsed
$$;

-- Brings the words of some products up to date with what is stored. Ordered, so that two calls cannot wait for each other.
CREATE FUNCTION product_search_refresh(p_workspaces text[], p_skus text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO product_search AS s (workspace_id, sku, version, words)
  SELECT p.workspace_id, p.sku, p.version, CASE WHEN p.deleted_at IS NULL THEN search_words(p.doc) ELSE '' END
  FROM (SELECT DISTINCT * FROM unnest(p_workspaces, p_skus)) AS named (workspace_id, sku)
  JOIN products p ON p.workspace_id = named.workspace_id AND p.sku = named.sku
  ORDER BY p.workspace_id, p.sku
  ON CONFLICT (workspace_id, sku) DO UPDATE SET version = excluded.version, words = excluded.words
  WHERE s.version < excluded.version
$$;

INSERT INTO product_search (workspace_id, sku, version, words)
SELECT workspace_id, sku, version, CASE WHEN deleted_at IS NULL THEN search_words(doc) ELSE '' END FROM products;
CREATE INDEX product_search_words_idx ON product_search USING gin (workspace_id, words gin_trgm_ops);

-- SKUs of a workspace's products, after one of them, whose words contain each of the given ones; with p_near those that have
-- one like it instead. Written for each call, so that the planner knows the words. Words that many products have are found
-- among the next products already; others by the index of words, whole and then sorted: given a limit, the planner, which
-- below a policy knows nothing of how frequent a word is, would rather read all products in their order.
CREATE FUNCTION search_skus(
  p_workspace text, p_words text[], p_near boolean, p_after text, p_limit integer, p_status text, p_availability text, p_brand text
) RETURNS TABLE (sku text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public SET pg_trgm.word_similarity_threshold = 0.5
AS $$
DECLARE
  v_word text;
  v_terms text := '';
  v_filter text := '';
  v_next text;
  v_hits text;
  v_skus text[];
BEGIN
  FOREACH v_word IN ARRAY p_words LOOP
    v_terms := v_terms || CASE WHEN p_near THEN format(' AND %L <%% s.words', v_word)
      ELSE format(' AND s.words LIKE %L', '%' || replace(replace(replace(v_word, '\', '\\'), '%', '\%'), '_', '\_') || '%') END;
  END LOOP;
  IF p_status IS NOT NULL OR p_availability IS NOT NULL OR p_brand IS NOT NULL THEN
    v_filter := format(
      ' JOIN products p ON p.workspace_id = %L AND p.sku = hits.sku AND p.deleted_at IS NULL
        AND (%L IS NULL OR p.status = %L) AND (%L IS NULL OR p.availability = %L) AND (%L IS NULL OR p.brand = %L)',
      p_workspace, p_status, p_status, p_availability, p_availability, p_brand, p_brand);
  END IF;
  v_next := format(
    'SELECT s.sku FROM (SELECT n.sku, n.words FROM product_search n WHERE n.workspace_id = %L AND n.sku > %L
       ORDER BY n.sku LIMIT %s) AS s WHERE true%s', p_workspace, p_after, CASE WHEN p_near THEN 200 ELSE 1000 END, v_terms);
  v_hits := format('SELECT s.sku FROM product_search s WHERE s.workspace_id = %L AND s.sku > %L%s', p_workspace, p_after, v_terms);
  FOREACH v_hits IN ARRAY ARRAY[v_next, v_hits] LOOP
    EXECUTE format(
      'WITH hits AS MATERIALIZED (%s), page AS (SELECT hits.sku FROM hits%s ORDER BY hits.sku LIMIT %s) SELECT array_agg(page.sku) FROM page',
      v_hits, v_filter, p_limit) INTO v_skus;
    EXIT WHEN cardinality(v_skus) = p_limit;
  END LOOP;
  RETURN QUERY SELECT unnest(v_skus);
END
$$;

-- The same for the workspace that the transaction is bound to, and for no other.
CREATE FUNCTION own_search_skus(
  p_words text[], p_near boolean, p_after text, p_limit integer, p_status text, p_availability text, p_brand text
) RETURNS TABLE (sku text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT * FROM search_skus(current_workspace(), p_words, p_near, p_after, p_limit, p_status, p_availability, p_brand)
$$;

-- Public products by words, in the order of channel and SKU. As directory_page, its last row may have no doc: then it looked
-- at as many as it may, and goes on from there.
CREATE FUNCTION directory_search(
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

ALTER FUNCTION search_skus(text, text[], boolean, text, integer, text, text, text) OWNER TO skucast_search;
ALTER FUNCTION own_search_skus(text[], boolean, text, integer, text, text, text) OWNER TO skucast_search;
REVOKE CREATE ON SCHEMA public FROM skucast_search;
REVOKE EXECUTE ON FUNCTION search_skus(text, text[], boolean, text, integer, text, text, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION own_search_skus(text[], boolean, text, integer, text, text, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION directory_search(text[], boolean, text, text, text, text, integer, integer) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION product_search_refresh(text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_skus(text, text[], boolean, text, integer, text, text, text) TO skucast_directory;
GRANT EXECUTE ON FUNCTION own_search_skus(text[], boolean, text, integer, text, text, text) TO skucast_app;
GRANT EXECUTE ON FUNCTION directory_search(text[], boolean, text, text, text, text, integer, integer) TO skucast_public;
GRANT EXECUTE ON FUNCTION product_search_refresh(text[], text[]) TO skucast_system;
GRANT CREATE ON SCHEMA public TO skucast_directory;
ALTER FUNCTION directory_search(text[], boolean, text, text, text, text, integer, integer) OWNER TO skucast_directory;
REVOKE CREATE ON SCHEMA public FROM skucast_directory;
