-- The product list and the search find products in one way: by words, and by filters, in the order of SKUs. Filters have keys
-- of their own that lead to the next product that passes, wherever it stands; the index of words holds nothing but words.
-- Before, a filtered list read 20,000 products at a time, whether it met any of them or not.

-- A product that was deleted passes no filter.
SET ROLE skucast_system; -- the owner of the table sees no rows of it
UPDATE product_search SET status = NULL, availability = NULL, brand = NULL WHERE words = '';
RESET ROLE;
DROP INDEX product_search_words_idx;
CREATE INDEX product_search_words_idx ON product_search USING gin (workspace_id, words gin_trgm_ops);
CREATE INDEX product_search_brand_idx ON product_search (workspace_id, brand, sku);
CREATE INDEX product_search_status_idx ON product_search (workspace_id, status, sku);
CREATE INDEX product_search_availability_idx ON product_search (workspace_id, availability, sku);

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
    RETURNING s.workspace_id, s.words
  )
  INSERT INTO search_vocabulary (workspace_id, word)
  SELECT DISTINCT r.workspace_id, v.word FROM refreshed r, search_vocabulary_of(r.words) AS v (word)
  ORDER BY r.workspace_id, v.word
  ON CONFLICT DO NOTHING
$$;

DROP FUNCTION own_search_skus(text[], boolean, text, integer, text, text, text);
DROP FUNCTION search_skus(text, text[], boolean, text, integer, text, text, text);
DROP FUNCTION search_terms(text, text[], boolean, text, text, text);
DROP FUNCTION search_like(text, text);
DROP FUNCTION search_next(text, text, text, integer, integer);
DROP FUNCTION search_all(text, text, text, integer);

-- What is searched is SQL: p_words_of names the rows as `s`, p_vocabulary the distinct words as `v`, each with its workspace.

-- A word with two neighbouring letters in each other's place, for all of its letters.
CREATE FUNCTION search_swapped(p_word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(overlay(p_word PLACING reverse(substr(p_word, n, 2)) FROM n FOR 2))
  FROM generate_series(1, length(p_word) - 1) AS n
$$;

-- Words that are like a word, the likest first; a word that is there is not misspelt. Swapped letters are looked up as they
-- are: in a short word they leave hardly a trigram standing.
CREATE FUNCTION search_like(p_vocabulary text, p_word text) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public SET pg_trgm.word_similarity_threshold = 0.4
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
DECLARE
  v_like text[];
BEGIN
  EXECUTE format('SELECT array_agg(v.word) FROM %s AND v.word = %L', p_vocabulary, p_word) INTO v_like;
  IF v_like IS NOT NULL THEN
    RETURN v_like;
  END IF;
  EXECUTE format(
    'SELECT array_agg(likest.word) FROM (
       SELECT near.word FROM (
         SELECT v.word, true AS is_swapped FROM %1$s AND v.word = ANY (%3$L::text[])
         UNION ALL SELECT v.word, false FROM %1$s AND %2$L <%% v.word
       ) AS near GROUP BY near.word
       ORDER BY bool_or(near.is_swapped) DESC, word_similarity(%2$L, near.word) DESC, similarity(%2$L, near.word) DESC, near.word
       LIMIT 5
     ) AS likest', p_vocabulary, p_word, search_swapped(p_word)) INTO v_like;
  RETURN v_like;
END
$$;

-- That the words contain each of some words, or one like it, as SQL on `s`.
CREATE FUNCTION search_words_term(p_vocabulary text, p_words text[], p_near boolean) RETURNS text
LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT coalesce(string_agg(' AND ' || CASE WHEN p_near
      THEN coalesce((SELECT '(' || string_agg(search_contains(near), ' OR ') || ')'
        FROM unnest(search_like(p_vocabulary, word)) AS near), 'false')
      ELSE search_contains(word) END, ''), '')
  FROM unnest(p_words) AS word
$$;

CREATE FUNCTION jsonb_texts(p_list jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(value) FROM jsonb_array_elements_text(p_list) AS value
$$;

-- That sets of conditions hold (selection.ts), as far as they can be judged by what stands beside the words, as SQL on `s`.
-- Where words lead, status and availability are compared such that no key can be used: most products pass them, and with
-- statistics that are old the planner would read all of those.
CREATE FUNCTION search_conditions_term(p_conditions jsonb, p_words_lead boolean) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public AS $$
  SELECT coalesce(string_agg(
    CASE WHEN c ? 'status' THEN format(' AND s.status%s = %L', hidden, c->>'status') ELSE '' END
    || CASE WHEN filters.term = 'true' THEN ''
       WHEN c ? 'include_skus' THEN format(' AND (%s OR s.sku = ANY (%L::text[]))', filters.term, jsonb_texts(c->'include_skus'))
       ELSE ' AND ' || filters.term END, ''), '')
  FROM jsonb_array_elements(p_conditions) AS c, (SELECT CASE WHEN p_words_lead THEN ' || ''''' ELSE '' END) AS plain (hidden), LATERAL (
    SELECT 'true'
      || CASE WHEN c ? 'availability'
         THEN format(' AND s.availability%s = ANY (%L::text[])', hidden, jsonb_texts(c->'availability')) ELSE '' END
      || CASE WHEN c ? 'brand' THEN format(' AND s.brand = ANY (%L::text[])', jsonb_texts(c->'brand')) ELSE '' END
      || CASE WHEN c ? 'text' THEN ' AND ' || search_contains(lower(c->>'text')) ELSE '' END AS term
  ) AS filters
$$;

-- The one filter by whose key the next products are read: that of which most are left out.
CREATE FUNCTION search_key_term(p_conditions jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public AS $$
  SELECT coalesce((
    SELECT key.term FROM jsonb_array_elements(p_conditions) AS c, LATERAL (
      SELECT 1 AS place, format(' AND s.brand = %L', c->'brand'->>0) AS term
      WHERE jsonb_array_length(c->'brand') = 1 AND NOT c ? 'include_skus'
      UNION ALL SELECT 2, format(' AND s.status = %L', c->>'status') WHERE c->>'status' <> 'active'
      UNION ALL SELECT 3, format(' AND s.availability = %L', c->'availability'->>0)
      WHERE jsonb_array_length(c->'availability') = 1 AND NOT c ? 'include_skus'
      UNION ALL SELECT 4, ' AND s.status = ''active''' WHERE c->>'status' = 'active'
    ) AS key ORDER BY key.place LIMIT 1
  ), '')
$$;

-- Those among the next rows that satisfy the terms, and whether the filter has no rows but these: it looks at so many at
-- most. By a key alone: with statistics that are old, or of other workspaces, the planner would rather gather all rows and sort them.
CREATE FUNCTION search_next(
  p_words_of text, p_key text, p_after text, p_terms text, p_window integer, p_limit integer, OUT skus text[], OUT is_over boolean
) LANGUAGE plpgsql STABLE SET search_path = public SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off AS $$
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

-- All that satisfy the terms, then the first of them. By the index of words, for the same reason; the page's place is looked
-- at afterwards, for it would only make the key look good.
CREATE FUNCTION search_all(p_words_of text, p_after text, p_terms text, p_limit integer) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public
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

-- The next SKUs, so many at most, of rows whose words contain each of the given ones, or one like it, and that meet the
-- conditions. Words that many have are found among the next rows already; others by the index of words.
CREATE FUNCTION search_skus(
  p_words_of text, p_vocabulary text, p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb
) RETURNS TABLE (sku text) LANGUAGE plpgsql STABLE SET search_path = public AS $$
DECLARE
  v_words_lead boolean := cardinality(p_words) > 0 OR jsonb_path_exists(p_conditions, '$[*].text');
  v_terms text := search_words_term(p_vocabulary, p_words, p_near) || search_conditions_term(p_conditions, v_words_lead);
  v_skus text[];
  v_is_over boolean;
BEGIN
  SELECT n.skus, n.is_over INTO v_skus, v_is_over
  FROM search_next(p_words_of, search_key_term(p_conditions), p_after, v_terms, 4000, p_limit) AS n;
  IF NOT v_is_over AND cardinality(v_skus) IS DISTINCT FROM p_limit THEN
    v_skus := search_all(p_words_of, p_after, v_terms, p_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_skus);
END
$$;

-- The same among the products of a workspace. They are those of the last events: who asks reads the products as whoever they
-- are, and holds them against the conditions again.
CREATE FUNCTION workspace_search_skus(
  p_workspace text, p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb
) RETURNS TABLE (sku text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT * FROM search_skus(
    format('product_search s WHERE s.workspace_id = %L', p_workspace), format('search_vocabulary v WHERE v.workspace_id = %L', p_workspace),
    p_words, p_near, p_after, p_limit, p_conditions)
$$;

-- The same for the workspace that the transaction is bound to, and for no other.
CREATE FUNCTION own_search_skus(p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb)
RETURNS TABLE (sku text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT * FROM workspace_search_skus(current_workspace(), p_words, p_near, p_after, p_limit, p_conditions)
$$;

-- As before, by the new search.
CREATE OR REPLACE FUNCTION directory_search(
  p_words text[], p_near boolean, p_catalog text, p_after_catalog text, p_after_sku text, p_availability text, p_limit integer, p_scan integer
) RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
#variable_conflict use_column
DECLARE
  v_conditions jsonb := CASE WHEN p_availability IS NULL THEN '[]'
    ELSE jsonb_build_array(jsonb_build_object('availability', jsonb_build_array(p_availability))) END;
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
    SELECT array_agg(s.sku ORDER BY s.sku) INTO v_skus FROM workspace_search_skus(
      v_channel.workspace_id, p_words, p_near, CASE WHEN v_channel.id = p_after_catalog THEN p_after_sku ELSE '' END, p_scan, v_conditions
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

GRANT CREATE ON SCHEMA public TO skucast_search;
ALTER FUNCTION workspace_search_skus(text, text[], boolean, text, integer, jsonb) OWNER TO skucast_search;
ALTER FUNCTION own_search_skus(text[], boolean, text, integer, jsonb) OWNER TO skucast_search;
REVOKE CREATE ON SCHEMA public FROM skucast_search;
DO $$
DECLARE v_function regprocedure;
BEGIN
  FOREACH v_function IN ARRAY ARRAY[
    'search_like(text, text)', 'search_words_term(text, text[], boolean)', 'search_next(text, text, text, text, integer, integer)',
    'search_all(text, text, text, integer)', 'search_skus(text, text, text[], boolean, text, integer, jsonb)',
    'workspace_search_skus(text, text[], boolean, text, integer, jsonb)', 'own_search_skus(text[], boolean, text, integer, jsonb)'
  ]::regprocedure[] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', v_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO skucast_search', v_function);
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION workspace_search_skus(text, text[], boolean, text, integer, jsonb) TO skucast_directory;
GRANT EXECUTE ON FUNCTION own_search_skus(text[], boolean, text, integer, jsonb) TO skucast_app;
