-- Public products in the order of channel and SKU. If the page ends because p_scan products were read, its last row has
-- no doc, and the next page starts after that row.
CREATE OR REPLACE FUNCTION directory_page(p_catalog text, p_after_catalog text, p_after_sku text, p_limit integer, p_scan integer)
RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
ALTER FUNCTION directory_page OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_page FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_page TO skucast_public;
