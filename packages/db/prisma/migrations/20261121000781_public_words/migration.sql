-- Anybody finds public products by what their channel shows of them, not by what is stored: a title that a rule, a
-- translation or an override replaces cannot be probed for. The words of each published product stand beside its listing,
-- written by the same workers in the same transaction; what is not published has none.

CREATE TABLE public_search (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  sku text NOT NULL,
  -- Of the product, when this was made: nothing made of an older one overwrites it.
  product_version bigint NOT NULL,
  -- In small letters, and the filter: both as the channel shows them.
  words text NOT NULL,
  availability text,
  PRIMARY KEY (workspace_id, channel_id, sku)
);
CREATE INDEX public_search_words_idx ON public_search USING gin (channel_id, words gin_trgm_ops);
CREATE INDEX public_search_availability_idx ON public_search (workspace_id, channel_id, availability, sku);

-- The distinct words of a channel that others may be like. Words stay when the last product that had them goes; they lead
-- to nothing then.
CREATE TABLE public_vocabulary (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (workspace_id, channel_id, word)
);
CREATE INDEX public_vocabulary_word_idx ON public_vocabulary USING gin (channel_id, word gin_trgm_ops);

DO $$
DECLARE own_table text;
BEGIN
  FOREACH own_table IN ARRAY ARRAY['public_search', 'public_vocabulary'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', own_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', own_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', own_table);
    EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app
      USING ((SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id)', own_table);
    EXECUTE format('CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()))', own_table);
    EXECUTE format('CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app
      USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()))', own_table);
    EXECUTE format('CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()))', own_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', own_table);
    EXECUTE format('CREATE POLICY every_row ON %I FOR SELECT TO skucast_search USING (true)', own_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO skucast_system', own_table);
    EXECUTE format('GRANT SELECT ON %I TO skucast_search', own_table);
  END LOOP;
END
$$;

-- Coming into the directory and leaving it change what is published, too.
DROP TRIGGER walk_changed_channel ON channels;
CREATE TRIGGER walk_changed_channel AFTER UPDATE ON channels FOR EACH ROW
  WHEN ((OLD.profile, OLD.status, OLD.market, OLD.defaults, OLD.selection, OLD.rules, OLD.in_public_directory)
    IS DISTINCT FROM (NEW.profile, NEW.status, NEW.market, NEW.defaults, NEW.selection, NEW.rules, NEW.in_public_directory))
  EXECUTE FUNCTION walk_channel();

-- Channels that are in the directory are walked, so that their products get words. The owner of the tables sees no rows.
SET ROLE skucast_system;
UPDATE listing_walks SET after_sku = '', due_at = now();
RESET ROLE;

-- SKUs that a channel publishes, as search_skus finds them.
CREATE FUNCTION public_search_skus(
  p_workspace text, p_channel text, p_words text[], p_near boolean, p_after text, p_limit integer, p_conditions jsonb
) RETURNS TABLE (sku text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT * FROM search_skus(
    format('public_search s WHERE s.workspace_id = %L AND s.channel_id = %L', p_workspace, p_channel),
    format('public_vocabulary v WHERE v.workspace_id = %L AND v.channel_id = %L', p_workspace, p_channel),
    p_words, p_near, p_after, p_limit, p_conditions)
$$;
GRANT CREATE ON SCHEMA public TO skucast_search;
ALTER FUNCTION public_search_skus(text, text, text[], boolean, text, integer, jsonb) OWNER TO skucast_search;
REVOKE CREATE ON SCHEMA public FROM skucast_search;
REVOKE EXECUTE ON FUNCTION public_search_skus(text, text, text[], boolean, text, integer, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public_search_skus(text, text, text[], boolean, text, integer, jsonb) TO skucast_directory;
REVOKE EXECUTE ON FUNCTION workspace_search_skus(text, text[], boolean, text, integer, jsonb) FROM skucast_directory;

-- Public products by words and availability, in the order of channel and SKU; either may be absent. It asks for as many as
-- are missing: its last row has no doc where some were not there any more; then it goes on from there.
DROP FUNCTION directory_search(text[], boolean, text, text, text, text, integer, integer);
CREATE FUNCTION directory_search(
  p_words text[], p_near boolean, p_catalog text, p_after_catalog text, p_after_sku text, p_availability text, p_limit integer
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
    SELECT array_agg(s.sku ORDER BY s.sku) INTO v_skus FROM public_search_skus(
      v_channel.workspace_id, v_channel.id, p_words, p_near,
      CASE WHEN v_channel.id = p_after_catalog THEN p_after_sku ELSE '' END, v_missing, v_conditions
    ) AS s;
    RETURN QUERY
      SELECT v_channel.id, p.sku, directory_doc(p.doc, v_channel.id) FROM products p
      WHERE p.workspace_id = v_channel.workspace_id AND p.sku = ANY (v_skus)
        AND channel_selects(v_channel.selection, p.sku, p.availability, p.brand, p.doc)
      ORDER BY p.sku;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF cardinality(v_skus) = v_missing THEN
      IF v_found < v_missing THEN
        RETURN QUERY SELECT v_channel.id, v_skus[v_missing], NULL::text;
      END IF;
      RETURN;
    END IF;
    v_missing := v_missing - v_found;
  END LOOP;
END
$$;

-- A page of all products of one published channel, or of all. As directory_search, but that it looks at the products themselves.
DROP FUNCTION directory_page(text, text, text, text, text, integer, integer);
CREATE FUNCTION directory_page(p_catalog text, p_after_catalog text, p_after_sku text, p_limit integer, p_scan integer)
RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
#variable_conflict use_column
DECLARE
  v_channel record;
  v_after text;
  v_last text;
  v_looked integer;
  v_found integer;
  v_missing integer := p_limit;
  v_budget integer := p_scan;
BEGIN
  FOR v_channel IN
    SELECT c.id, c.workspace_id, c.selection FROM channels c
    WHERE c.in_public_directory AND c.status = 'active' AND c.id >= p_after_catalog AND (p_catalog IS NULL OR c.id = p_catalog)
    ORDER BY c.id
  LOOP
    v_after := CASE WHEN v_channel.id = p_after_catalog THEN p_after_sku ELSE '' END;
    SELECT max(seen.sku), count(*) INTO v_last, v_looked FROM (
      SELECT p.sku FROM products p WHERE p.workspace_id = v_channel.workspace_id AND p.sku > v_after ORDER BY p.sku LIMIT v_budget
    ) AS seen;
    RETURN QUERY
      SELECT v_channel.id, p.sku, directory_doc(p.doc, v_channel.id) FROM products p
      WHERE p.workspace_id = v_channel.workspace_id AND p.sku > v_after AND p.sku <= v_last
        AND channel_selects(v_channel.selection, p.sku, p.availability, p.brand, p.doc)
      ORDER BY p.sku LIMIT v_missing;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    v_missing := v_missing - v_found;
    v_budget := v_budget - v_looked;
    IF v_missing = 0 THEN
      RETURN;
    END IF;
    IF v_budget = 0 THEN
      RETURN QUERY SELECT v_channel.id, v_last, NULL::text;
      RETURN;
    END IF;
  END LOOP;
END
$$;

GRANT CREATE ON SCHEMA public TO skucast_directory;
ALTER FUNCTION directory_search(text[], boolean, text, text, text, text, integer) OWNER TO skucast_directory;
ALTER FUNCTION directory_page(text, text, text, integer, integer) OWNER TO skucast_directory;
REVOKE CREATE ON SCHEMA public FROM skucast_directory;
REVOKE EXECUTE ON FUNCTION directory_search(text[], boolean, text, text, text, text, integer) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION directory_page(text, text, text, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_search(text[], boolean, text, text, text, text, integer) TO skucast_public;
GRANT EXECUTE ON FUNCTION directory_page(text, text, text, integer, integer) TO skucast_public;
