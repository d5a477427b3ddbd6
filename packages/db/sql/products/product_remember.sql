-- Stores the row's hash for each product that its row does not change, if the product still has the given version, and
-- the source in the setting app.source_id, if there is one. A row without a hash writes only a source that is not stored yet.
-- Skips products that another transaction is changing. Each is found by its key (product_read), and then written at the
-- place where it was locked: for an empty table, the planner would prefer to read the whole workspace.
CREATE OR REPLACE FUNCTION product_remember(p_workspace text, p_actor text, p_skus text[], p_versions bigint[], p_row_hashes bytea[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_indexscan = on
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_source text := nullif(current_setting('app.source_id', true), '');
  v_places tid[];
  v_hashes bytea[];
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  SELECT array_agg(p.ctid), array_agg(wanted.hash) INTO v_places, v_hashes
  FROM unnest(p_skus, p_versions, p_row_hashes) AS wanted (sku, version, hash)
  CROSS JOIN LATERAL (
    SELECT products.ctid FROM products
    WHERE products.workspace_id = p_workspace AND products.sku >= wanted.sku AND products.sku <= wanted.sku
      AND products.version = wanted.version AND products.deleted_at IS NULL
      AND (wanted.hash IS NOT NULL OR products.source_id IS DISTINCT FROM coalesce(v_source, products.source_id))
    ORDER BY products.sku LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  ) AS p;
  PERFORM set_config('enable_indexscan', 'off', true);
  UPDATE products SET
    row_hash = coalesce(present.hash, row_hash), source_id = coalesce(v_source, source_id),
    archived_from = CASE WHEN present.hash IS NULL THEN archived_from END
  FROM unnest(v_places, v_hashes) AS present (place, hash)
  WHERE products.workspace_id = p_workspace AND products.ctid = present.place;
END
$$;
