-- What the previous version calls instead of product_store(). It does not say what its changes add to the workspace's
-- counts, so they are counted again.
CREATE OR REPLACE FUNCTION product_write(
  p_workspace text, p_actor text, p_now timestamptz, p_traceparents text[], p_atomic boolean,
  p_skus text[], p_ids text[], p_expected bigint[], p_versions bigint[], p_statuses text[], p_availabilities text[],
  p_brands text[], p_hashes bytea[], p_docs text[], p_created timestamptz[], p_deleted boolean[],
  p_event_ids text[], p_event_types text[], p_previous text[], p_row_hashes bytea[] DEFAULT NULL, p_archived_from text[] DEFAULT NULL
) RETURNS text[]
LANGUAGE plpgsql
AS $$
DECLARE
  v_written text[] := product_store(
    p_workspace, p_actor, p_now, p_traceparents, p_atomic, p_skus, p_ids, p_expected, p_versions, p_statuses,
    p_availabilities, p_brands, p_hashes, p_docs, p_created, p_deleted, p_event_ids, p_event_types, p_previous,
    p_row_hashes, p_archived_from, NULL, NULL
  );
BEGIN
  UPDATE workspace_usage SET counted_at = NULL
  WHERE workspace_id = p_workspace AND shard = -1 AND counted_at IS NOT NULL;
  RETURN v_written;
END
$$;
