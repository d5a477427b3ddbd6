-- The public directory: what anybody may see, which is the active products of active channels that their workspace has put
-- there. The wall is two roles deep.
--
-- skucast_public     what the anonymous MCP server runs as: may call the functions below and read no table.
-- skucast_directory  owner of these functions, whose policies show it published channels and the products they select,
--                    whatever a function asks. What of a product is public is a list in directory_doc.
--
-- Nothing is kept beside the tables: what is taken out of the directory is gone with the next statement.

DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['skucast_public', 'skucast_directory'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the cluster has made it
    END;
    EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'skucast') AND current_user <> 'skucast' THEN
    GRANT skucast_public TO skucast;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO skucast_public;
GRANT USAGE, CREATE ON SCHEMA public TO skucast_directory; -- CREATE: for becoming the owner of the functions
GRANT SELECT (workspace_id, id, name, profile, status, in_public_directory, market, defaults, selection, rules, updated_at)
  ON channels TO skucast_directory;
GRANT SELECT (workspace_id, sku, status, availability, brand, doc, deleted_at) ON products TO skucast_directory;
CREATE POLICY in_directory ON channels FOR SELECT TO skucast_directory USING (in_public_directory AND status = 'active');
CREATE POLICY in_directory ON products FOR SELECT TO skucast_directory USING (
  status = 'active' AND deleted_at IS NULL AND EXISTS (
    SELECT FROM channels c WHERE c.workspace_id = products.workspace_id
      AND channel_selects(c.selection, products.sku, products.availability, products.brand, products.doc)
  )
);
CREATE INDEX channels_in_directory_idx ON channels (id) WHERE in_public_directory AND status = 'active';

-- What of a product anybody may see, in the order in which it is stored: not its cost, stock count, tags, labels, notes or
-- attributes of the merchant's own, and of the overrides those of the channel alone.
CREATE FUNCTION directory_doc(doc text, channel_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT json_object_agg(field.key, CASE WHEN field.key = 'channel_overrides'
    THEN json_build_object(channel_id, field.value->channel_id) ELSE field.value END)::text
  FROM json_each(doc::json) AS field
  WHERE field.key = ANY (ARRAY[
      'sku', 'title', 'description', 'url', 'image_url', 'additional_image_urls', 'video_url', 'model_3d_url', 'brand', 'mpn',
      'gtin', 'product_category', 'google_product_category', 'condition', 'availability', 'availability_date',
      'price_amount', 'price_currency', 'price', 'sale_price_amount', 'sale_price_starts_at', 'sale_price_ends_at',
      'item_group_id', 'item_group_title', 'variant_options', 'color', 'size', 'size_system', 'size_type', 'material', 'pattern',
      'multipack', 'is_bundle', 'gender', 'age_group', 'weight', 'dimensions', 'shipping', 'is_digital', 'adult', 'age_restriction',
      'seller', 'accepts_returns', 'return_window_days', 'review_count', 'review_rating', 'translations', 'status', 'updated_at'
    ]) OR (field.key = 'channel_overrides' AND field.value->channel_id IS NOT NULL)
$$;

-- Published channels by id, after one of them or by their ids: as JSON, with what maps their products.
CREATE FUNCTION directory_catalogs(p_ids text[], p_after text, p_limit integer) RETURNS TABLE (id text, channel json)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT c.id, json_build_object('id', c.id, 'name', c.name, 'profile', c.profile, 'market', c.market,
    'defaults', c.defaults, 'rules', c.rules, 'updated_at', c.updated_at)
  FROM channels c
  WHERE c.in_public_directory AND c.status = 'active' AND c.id > p_after AND (p_ids IS NULL OR c.id = ANY (p_ids))
  ORDER BY c.id LIMIT p_limit
$$;

-- Products that published channels select, by channel and SKU; what is not there is left out.
CREATE FUNCTION directory_products(p_catalogs text[], p_skus text[]) RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT c.id, p.sku, directory_doc(p.doc, c.id)
  FROM unnest(p_catalogs, p_skus) AS wanted (catalog_id, sku)
  JOIN channels c ON c.id = wanted.catalog_id AND c.in_public_directory AND c.status = 'active'
  JOIN products p ON p.workspace_id = c.workspace_id AND p.sku = wanted.sku
  WHERE channel_selects(c.selection, p.sku, p.availability, p.brand, p.doc)
$$;

-- A page of the products of one published channel, or of all, whose SKU, brand or title contain a text, in the order of channel and SKU. It looks at no more than
-- p_scan products: a page may be short or empty and yet have a next one, which begins after the last row, whose doc is null.
CREATE FUNCTION directory_page(p_catalog text, p_after_catalog text, p_after_sku text, p_text text, p_availability text, p_limit integer, p_scan integer)
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
        AND (p_availability IS NULL OR p.availability = p_availability)
        AND (p_text IS NULL OR strpos(lower(concat_ws(' ', p.sku, p.brand, p.doc::json->>'title')), lower(p_text)) > 0)
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

ALTER FUNCTION directory_catalogs(text[], text, integer) OWNER TO skucast_directory;
ALTER FUNCTION directory_products(text[], text[]) OWNER TO skucast_directory;
ALTER FUNCTION directory_page(text, text, text, text, text, integer, integer) OWNER TO skucast_directory;
REVOKE CREATE ON SCHEMA public FROM skucast_directory;
REVOKE EXECUTE ON FUNCTION directory_catalogs(text[], text, integer) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION directory_products(text[], text[]) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION directory_page(text, text, text, text, text, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_catalogs(text[], text, integer) TO skucast_public;
GRANT EXECUTE ON FUNCTION directory_products(text[], text[]) TO skucast_public;
GRANT EXECUTE ON FUNCTION directory_page(text, text, text, text, text, integer, integer) TO skucast_public;
