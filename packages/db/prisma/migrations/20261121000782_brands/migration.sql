-- The distinct brands of a workspace, to be proposed while one types. A brand stays when its last product goes: who proposes
-- brands looks whether one is left.

CREATE TABLE search_brands (
  workspace_id text NOT NULL,
  brand text NOT NULL,
  PRIMARY KEY (workspace_id, brand)
);
-- By bytes: what begins alike stands together, whatever language the database sorts by.
CREATE INDEX search_brands_prefix_idx ON search_brands (workspace_id, (lower(brand) COLLATE "C"), brand);
ALTER TABLE search_brands ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_brands FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON search_brands TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY actor_sees ON search_brands AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_sees_all()));
CREATE POLICY actor_inserts ON search_brands AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON search_brands AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON search_brands AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));
CREATE POLICY every_workspace ON search_brands TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON search_brands FOR SELECT TO skucast_search USING (true);
GRANT SELECT, INSERT ON search_brands TO skucast_system;
GRANT SELECT ON search_brands TO skucast_search;

SET ROLE skucast_system; -- the owner of the tables sees no rows of them
INSERT INTO search_brands SELECT DISTINCT workspace_id, brand FROM product_search WHERE brand IS NOT NULL;
RESET ROLE;

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

-- Brands of the workspace that the transaction is bound to, and of no other, that begin with a text, whatever the case. Who
-- sees a part of the catalogue sees none: which brands are in it nobody has counted.
CREATE FUNCTION own_brands(p_prefix text, p_limit integer) RETURNS TABLE (brand text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT b.brand FROM search_brands b
  WHERE b.workspace_id = current_workspace() AND (SELECT actor_sees_all())
    AND lower(b.brand) COLLATE "C" >= lower(p_prefix) AND lower(b.brand) COLLATE "C" < lower(p_prefix) || U&'\+10FFFF'
    AND EXISTS (SELECT FROM product_search s WHERE s.workspace_id = b.workspace_id AND s.brand = b.brand)
  ORDER BY lower(b.brand) COLLATE "C", b.brand LIMIT p_limit
$$;
GRANT CREATE ON SCHEMA public TO skucast_search;
ALTER FUNCTION own_brands(text, integer) OWNER TO skucast_search;
REVOKE CREATE ON SCHEMA public FROM skucast_search;
REVOKE EXECUTE ON FUNCTION own_brands(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_brands(text, integer) TO skucast_app;
