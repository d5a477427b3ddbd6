-- What resembles a misspelt word is looked for among the distinct words of a workspace, which are few, and then the products
-- that have one of those. Before, every product that shares some letters was held against the word: half a second's work
-- among a million. Words with digits are left out: a code with another digit is another code, and each product has its own.
-- Words stay when the last product that had them goes; they lead to nothing then.

CREATE TABLE search_vocabulary (
  workspace_id text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (workspace_id, word)
);
ALTER TABLE search_vocabulary ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_vocabulary FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON search_vocabulary TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY actor_sees ON search_vocabulary AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_sees_all()));
CREATE POLICY actor_inserts ON search_vocabulary AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON search_vocabulary AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON search_vocabulary AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));
CREATE POLICY every_workspace ON search_vocabulary TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON search_vocabulary FOR SELECT TO skucast_search USING (true);
GRANT SELECT, INSERT ON search_vocabulary TO skucast_system;
GRANT SELECT ON search_vocabulary TO skucast_search;

-- The words of a product that others may be like.
CREATE FUNCTION search_vocabulary_of(words text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM regexp_split_to_table(words, '\s+') AS word WHERE word ~ '^[^0-9]{3,40}$'
$$;

INSERT INTO search_vocabulary (workspace_id, word)
SELECT DISTINCT s.workspace_id, v.word FROM product_search s, search_vocabulary_of(s.words) AS v (word);
CREATE INDEX search_vocabulary_word_idx ON search_vocabulary USING gin (workspace_id, word gin_trgm_ops);

CREATE OR REPLACE FUNCTION product_search_refresh(p_workspaces text[], p_skus text[]) RETURNS void LANGUAGE sql AS $$
  WITH refreshed AS (
    INSERT INTO product_search AS s (workspace_id, sku, version, words, status, availability, brand)
    SELECT p.workspace_id, p.sku, p.version, CASE WHEN p.deleted_at IS NULL THEN search_words(p.doc) ELSE '' END,
      p.status, p.availability, p.brand
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

-- Words of a workspace that are like a word, the likest first; a word that is there is not misspelt.
CREATE FUNCTION search_like(p_workspace text, p_word text) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = public SET pg_trgm.word_similarity_threshold = 0.5
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
  SELECT v.word FROM search_vocabulary v
  WHERE v.workspace_id = p_workspace AND p_word <% v.word AND (v.word = p_word OR NOT EXISTS (
    SELECT FROM search_vocabulary o WHERE o.workspace_id = p_workspace AND o.word = p_word))
  ORDER BY word_similarity(p_word, v.word) DESC, similarity(p_word, v.word) DESC, v.word LIMIT 5
$$;

CREATE FUNCTION search_contains(p_word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('s.words LIKE %L', '%' || replace(replace(replace(p_word, '\', '\\'), '%', '\%'), '_', '\_') || '%')
$$;

-- The conditions of a search as SQL on the table `s`: its words, or such as are like them, and its filters.
DROP FUNCTION search_terms(text[], boolean, text, text, text);
CREATE FUNCTION search_terms(p_workspace text, p_words text[], p_near boolean, p_status text, p_availability text, p_brand text)
RETURNS text LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT coalesce(string_agg(' AND ' || CASE WHEN p_near
      THEN coalesce((SELECT '(' || string_agg(search_contains(near), ' OR ') || ')' FROM search_like(p_workspace, word) AS near), 'false')
      ELSE search_contains(word) END, ''), '')
    || CASE WHEN p_status IS NULL THEN '' ELSE format(' AND s.status = %L', p_status) END
    || CASE WHEN p_availability IS NULL THEN '' ELSE format(' AND s.availability = %L', p_availability) END
    || CASE WHEN p_brand IS NULL THEN '' ELSE format(' AND s.brand = %L', p_brand) END
  FROM unnest(p_words) AS word
$$;

CREATE OR REPLACE FUNCTION search_skus(
  p_workspace text, p_words text[], p_near boolean, p_after text, p_limit integer, p_status text, p_availability text, p_brand text
) RETURNS TABLE (sku text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  v_terms text := search_terms(p_workspace, p_words, p_near, p_status, p_availability, p_brand);
  v_skus text[] := search_next(p_workspace, p_after, v_terms, 4000, p_limit);
BEGIN
  IF cardinality(v_skus) IS DISTINCT FROM p_limit THEN
    v_skus := search_all(p_workspace, p_after, v_terms, p_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_skus);
END
$$;
REVOKE EXECUTE ON FUNCTION search_terms(text, text[], boolean, text, text, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION search_like(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_terms(text, text[], boolean, text, text, text) TO skucast_search;
GRANT EXECUTE ON FUNCTION search_like(text, text) TO skucast_search;
