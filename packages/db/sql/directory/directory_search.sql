-- Public products that contain the words, in the order of channel and SKU.
CREATE OR REPLACE FUNCTION directory_search(
  p_words text[], p_near boolean, p_catalog text, p_after_catalog text, p_after_sku text, p_availability text, p_limit integer
) RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
ALTER FUNCTION directory_search OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_search FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_search TO skucast_public;
