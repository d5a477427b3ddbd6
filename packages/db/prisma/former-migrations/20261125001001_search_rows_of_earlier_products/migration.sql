-- The migrations product_search, search_filters and search_vocabulary changed nothing where the owner of the tables is no
-- superuser, because forced row-level security hid every product: those from before them were not found by search until
-- they changed. The workers' role sees all rows, without a lock on the tables.
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;

-- Products without a row.
DO $$
DECLARE
  v_workspaces text[];
  v_skus text[];
BEGIN
  LOOP
    SELECT array_agg(missing.workspace_id), array_agg(missing.sku) INTO v_workspaces, v_skus FROM (
      SELECT p.workspace_id, p.sku FROM products p
      LEFT JOIN product_search s ON s.workspace_id = p.workspace_id AND s.sku = p.sku
      WHERE s.sku IS NULL LIMIT 50000
    ) AS missing;
    EXIT WHEN v_workspaces IS NULL;
    PERFORM product_search_refresh(v_workspaces, v_skus);
  END LOOP;
END
$$;

-- Rows from before the filters. A product that was deleted has no words, and passes no filter.
UPDATE product_search s SET status = p.status, availability = p.availability, brand = p.brand
FROM products p
WHERE p.workspace_id = s.workspace_id AND p.sku = s.sku AND p.version = s.version AND s.words <> '' AND s.status IS NULL;

INSERT INTO search_brands (workspace_id, brand)
SELECT DISTINCT workspace_id, brand FROM product_search WHERE brand IS NOT NULL ORDER BY workspace_id, brand
ON CONFLICT DO NOTHING;
INSERT INTO search_vocabulary (workspace_id, word)
SELECT DISTINCT s.workspace_id, v.word FROM product_search s, search_vocabulary_of(s.words) AS v (word)
ORDER BY s.workspace_id, v.word
ON CONFLICT DO NOTHING;

RESET ROLE;
SET LOCAL row_security = off;
