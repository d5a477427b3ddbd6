-- The search finds words by their numbers and codes by trigrams (ADR 0060), which costs a fraction of trigrams of the whole
-- text. product_search keeps what it has until search_follow has copied a workspace, a piece at a time.

-- The words of each product. Workers fill it from the products, so that writing a product does not update an index of words.
CREATE TABLE product_words (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  -- Version of the product that the words are from. A change that arrives late does not restore older words.
  version bigint NOT NULL,
  -- Lower-cased. Empty if the product was deleted.
  words text NOT NULL,
  -- The part of it whose parts are found by trigrams: codes, which hardly any other product has.
  codes text NOT NULL DEFAULT '',
  -- The numbers of the other words. search_terms has the words.
  terms integer[],
  status text,
  availability text,
  brand text,
  PRIMARY KEY (workspace_id, sku)
) WITH (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02
);
CREATE INDEX product_words_terms_idx ON product_words USING gin (workspace_id, terms, codes gin_trgm_ops);
CREATE INDEX product_words_brand_idx ON product_words (workspace_id, brand, sku);
CREATE INDEX product_words_status_idx ON product_words (workspace_id, status, sku);
CREATE INDEX product_words_availability_idx ON product_words (workspace_id, availability, sku);

-- The distinct words of a workspace that product_words.terms may have. A word remains after its last product is gone,
-- and then finds nothing.
CREATE TABLE search_terms (
  workspace_id text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (workspace_id, word)
);
CREATE INDEX search_terms_word_idx ON search_terms USING gin (workspace_id, word gin_trgm_ops);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['product_words', 'search_terms'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', name);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY every_row ON %I FOR SELECT TO skucast_search USING (true)', name);
    EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app
      USING ((SELECT actor_sees_all()))', name);
    EXECUTE format('CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app
      WITH CHECK ((SELECT acts_for_workspace()))', name);
    EXECUTE format('CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app
      USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()))', name);
    EXECUTE format('CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app
      USING ((SELECT acts_for_workspace()))', name);
    EXECUTE format('GRANT SELECT ON %I TO skucast_search', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO skucast_system', name);
  END LOOP;
END
$$;
GRANT UPDATE, DELETE ON product_words TO skucast_system;

-- The last SKU that was copied from product_search to product_words. Null if the workspace needs no copy: search_follow
-- inserts null.
ALTER TABLE search_progress ADD COLUMN copied_sku text DEFAULT '';
CREATE POLICY every_row ON search_progress FOR SELECT TO skucast_search USING (true);
GRANT SELECT (workspace_id, copied_sku) ON search_progress TO skucast_search;
