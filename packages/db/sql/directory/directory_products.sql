-- Products that published channels select, by channel and SKU. Products that are not published are left out.
CREATE OR REPLACE FUNCTION directory_products(p_catalogs text[], p_skus text[]) RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, p.sku, directory_doc(p.doc, c.id)
  FROM unnest(p_catalogs, p_skus) AS wanted (catalog_id, sku)
  JOIN channels c ON c.id = wanted.catalog_id AND c.in_public_directory AND c.status = 'active'
  JOIN products p ON p.workspace_id = c.workspace_id AND p.sku = wanted.sku
  WHERE channel_selects(c.selection, p.sku, p.availability, p.brand, p.doc)
$$;
ALTER FUNCTION directory_products OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_products FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_products TO skucast_public;
