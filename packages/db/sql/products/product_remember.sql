-- Stores the row's hash for each product that its row does not change, if the product still has the given version.
-- Skips products that another transaction is changing.
CREATE OR REPLACE FUNCTION product_remember(p_workspace text, p_actor text, p_skus text[], p_versions bigint[], p_row_hashes bytea[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  WITH present AS MATERIALIZED (
    SELECT p.sku, wanted.hash
    FROM unnest(p_skus, p_versions, p_row_hashes) AS wanted (sku, version, hash)
    CROSS JOIN LATERAL (
      SELECT products.sku FROM products
      WHERE products.workspace_id = p_workspace AND products.sku = wanted.sku AND products.version = wanted.version
        AND products.deleted_at IS NULL
      LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) AS p
  )
  UPDATE products SET row_hash = present.hash, archived_from = NULL FROM present
  WHERE products.workspace_id = p_workspace AND products.sku = present.sku;
END
$$;
