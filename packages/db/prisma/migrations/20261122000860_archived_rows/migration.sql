-- What a replacing import archived because its file had no row of it comes back with its row: what the product's content was
-- then, and its status before. Whatever was changed since has another content, and stays as it is.

ALTER TABLE import_rows ADD COLUMN archived_hash bytea, ADD COLUMN archived_from text;
CREATE INDEX import_rows_archived_idx ON import_rows (workspace_id, sku) WHERE archived_hash IS NOT NULL;

-- Products are looked up by their key whatever the statistics say: see product_read.
CREATE FUNCTION import_rows_archived(p_workspace text, p_skus text[], p_versions bigint[], p_statuses text[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  INSERT INTO import_rows AS r (workspace_id, sku, row_hash, content_hash, archived_hash, archived_from)
  SELECT p_workspace, wanted.sku, '', '', present.content_hash, wanted.status
  FROM unnest(p_skus, p_versions, p_statuses) AS wanted (sku, version, status)
  CROSS JOIN LATERAL (
    SELECT p.version, p.content_hash FROM products p WHERE p.workspace_id = p_workspace AND p.sku = wanted.sku LIMIT 1
  ) AS present
  WHERE present.version = wanted.version
  ON CONFLICT (workspace_id, sku) DO UPDATE SET archived_hash = excluded.archived_hash, archived_from = excluded.archived_from;
END
$$;

-- Of some products those that an import archived and that nobody has changed since, with their status before.
CREATE FUNCTION import_rows_back(p_workspace text, p_actor text, p_skus text[]) RETURNS TABLE (sku text, status text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  RETURN QUERY
    SELECT wanted.sku, known.archived_from
    FROM unnest(p_skus) AS wanted (sku)
    CROSS JOIN LATERAL (
      SELECT r.archived_hash, r.archived_from FROM import_rows r
      WHERE r.workspace_id = p_workspace AND r.sku = wanted.sku AND r.archived_hash IS NOT NULL LIMIT 1
    ) AS known
    CROSS JOIN LATERAL (
      SELECT p.content_hash, p.deleted_at FROM products p WHERE p.workspace_id = p_workspace AND p.sku = wanted.sku LIMIT 1
    ) AS present
    WHERE present.content_hash = known.archived_hash AND present.deleted_at IS NULL;
END
$$;

-- As before, and a product that is back is no longer one that an import archived: who archives it next means it.
CREATE OR REPLACE FUNCTION import_rows_remember(p_workspace text, p_skus text[], p_versions bigint[], p_hashes bytea[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  INSERT INTO import_rows AS r (workspace_id, sku, row_hash, content_hash)
  SELECT p_workspace, wanted.sku, wanted.hash, present.content_hash
  FROM unnest(p_skus, p_versions, p_hashes) AS wanted (sku, version, hash)
  CROSS JOIN LATERAL (
    SELECT p.version, p.content_hash FROM products p WHERE p.workspace_id = p_workspace AND p.sku = wanted.sku LIMIT 1
  ) AS present
  WHERE present.version = wanted.version
  ON CONFLICT (workspace_id, sku) DO UPDATE SET row_hash = excluded.row_hash, content_hash = excluded.content_hash,
    archived_hash = NULL, archived_from = NULL
  WHERE r.row_hash <> excluded.row_hash OR r.content_hash <> excluded.content_hash OR r.archived_hash IS NOT NULL;
END
$$;
