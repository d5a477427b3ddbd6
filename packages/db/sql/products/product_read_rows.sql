-- Current state of the products of imported rows, including tombstones, by the position of the row, starting with 1.
-- For a product that the row would not change, only the position is returned. The document is left out if the documents up
-- to it have more than 25,000,000 bytes together (LIMITS.readProductsBytesMax). The order and the settings make PostgreSQL
-- look up each SKU by its key, whatever the statistics say (product_read).
CREATE OR REPLACE FUNCTION product_read_rows(p_workspace text, p_actor text, p_skus text[], p_row_hashes bytea[])
RETURNS TABLE (place int, id text, version bigint, created_at timestamptz, deleted boolean, archived_from text, doc text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  RETURN QUERY
    SELECT wanted.place::int, other.id, other.version, other.created_at, other.deleted, other.archived_from,
           CASE WHEN sum(octet_length(other.doc)) OVER (ROWS UNBOUNDED PRECEDING) <= 25000000 THEN other.doc END
    FROM unnest(p_skus, p_row_hashes) WITH ORDINALITY AS wanted (sku, hash, place)
    CROSS JOIN LATERAL (
      SELECT * FROM products
      WHERE products.workspace_id = p_workspace AND products.sku >= wanted.sku AND products.sku <= wanted.sku
      ORDER BY products.sku LIMIT 1
    ) AS p
    LEFT JOIN LATERAL (
      SELECT p.id, p.version, p.created_at::timestamptz, p.deleted_at IS NOT NULL AS deleted, p.archived_from, p.doc
      WHERE p.row_hash IS DISTINCT FROM wanted.hash
    ) AS other ON true;
END
$$;
