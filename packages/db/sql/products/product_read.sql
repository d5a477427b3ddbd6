-- Current state of products, including tombstones. The document is left out if the stored content hash equals the given
-- one, or if the documents up to it have more than 25,000,000 bytes together (LIMITS.readProductsBytesMax). The order of a single row and the settings force the primary key: products_log_position_idx contains the SKU too,
-- and for an empty table, for which plans may be created, it seems equally good. It would read all of the workspace.
CREATE OR REPLACE FUNCTION product_read(p_workspace text, p_actor text, p_skus text[], p_hashes bytea[])
RETURNS TABLE (sku text, id text, version bigint, created_at timestamptz, deleted boolean, same boolean, doc text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  RETURN QUERY
    SELECT p.sku, p.id, p.version, p.created_at::timestamptz, p.deleted_at IS NOT NULL, p.content_hash = wanted.hash,
           CASE
             WHEN p.content_hash = wanted.hash THEN NULL
             WHEN sum(CASE WHEN p.content_hash = wanted.hash THEN 0 ELSE octet_length(p.doc) END) OVER (ROWS UNBOUNDED PRECEDING)
               <= 25000000 THEN p.doc
           END
    FROM unnest(p_skus, p_hashes) AS wanted (sku, hash)
    CROSS JOIN LATERAL (
      SELECT * FROM products
      WHERE products.workspace_id = p_workspace AND products.sku >= wanted.sku AND products.sku <= wanted.sku
      ORDER BY products.sku LIMIT 1
    ) AS p;
END
$$;
