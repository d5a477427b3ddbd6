-- Of products with ids in their rows that are not their SKUs, those whose id another product of the published channel has:
-- the product whose SKU it is if its row is valid, otherwise the first one in the order of the SKUs. The stored listings
-- of the given products do not count.
CREATE OR REPLACE FUNCTION directory_held_ids(p_catalogs text[], p_skus text[], p_row_ids text[])
RETURNS TABLE (catalog_id text, sku text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH given AS MATERIALIZED (
    SELECT DISTINCT c.workspace_id, g.catalog_id, g.sku, g.row_id
    FROM unnest(p_catalogs, p_skus, p_row_ids) AS g (catalog_id, sku, row_id)
    JOIN channels c ON c.id = g.catalog_id
  )
  SELECT g.catalog_id, g.sku FROM given g
  WHERE EXISTS (
    SELECT FROM given o WHERE o.catalog_id = g.catalog_id AND o.row_id = g.row_id AND o.sku < g.sku
  ) OR EXISTS (
    SELECT FROM listings l
    WHERE l.workspace_id = g.workspace_id AND l.channel_id = g.catalog_id AND l.sku = g.row_id AND l.row_id IS NULL AND l.is_valid
      AND NOT EXISTS (SELECT FROM given o WHERE o.catalog_id = g.catalog_id AND o.sku = l.sku)
  ) OR EXISTS (
    SELECT FROM listings l
    WHERE l.workspace_id = g.workspace_id AND l.channel_id = g.catalog_id AND l.row_id = g.row_id AND l.row_id IS NOT NULL
      AND l.sku < g.sku AND NOT EXISTS (SELECT FROM given o WHERE o.catalog_id = g.catalog_id AND o.sku = l.sku)
  )
$$;
ALTER FUNCTION directory_held_ids OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_held_ids FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_held_ids TO skucast_public;
