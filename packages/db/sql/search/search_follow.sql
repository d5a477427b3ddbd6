-- Updates the search with the next products of a workspace, in the order in which they were last written. Products of a
-- transaction that an open one may still precede are left for later (ADR 0036). Returns 'more' after a full batch,
-- 'waiting' if products are left for later, otherwise 'idle'. Only one process follows a workspace at a time; the
-- others get 'idle'. Without changes, it copies products from the former table.
CREATE OR REPLACE FUNCTION search_follow(p_workspace text, p_limit integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_from search_progress;
  v_horizon bigint;
  v_skus text[];
  v_count integer;
BEGIN
  INSERT INTO search_progress (workspace_id, copied_sku)
  SELECT id, NULL FROM workspaces WHERE id = p_workspace AND NOT EXISTS (SELECT FROM search_progress WHERE workspace_id = p_workspace)
  ON CONFLICT DO NOTHING;
  SELECT * INTO v_from FROM search_progress WHERE workspace_id = p_workspace FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'idle'; END IF;
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + position_offset INTO STRICT v_horizon FROM event_log;

  WITH next AS MATERIALIZED (
    SELECT log_position, updated_at, sku FROM products
    WHERE workspace_id = p_workspace AND log_position >= v_from.position AND log_position < v_horizon
      AND (log_position, updated_at, sku) > (v_from.position, v_from.updated_at, v_from.sku)
    ORDER BY log_position, updated_at, sku LIMIT p_limit
  ), moved AS (
    UPDATE search_progress s SET position = last.log_position, updated_at = last.updated_at, sku = last.sku
    FROM (SELECT * FROM next ORDER BY log_position DESC, updated_at DESC, sku DESC LIMIT 1) AS last
    WHERE s.workspace_id = p_workspace
  )
  SELECT coalesce(array_agg(sku), '{}'), count(*) INTO v_skus, v_count FROM next;

  IF v_count > 0 THEN
    PERFORM product_search_refresh(array_fill(p_workspace, ARRAY[v_count]), v_skus);
  END IF;
  RETURN CASE
    WHEN v_count = p_limit THEN 'more'
    WHEN search_copy(p_workspace, v_from.copied_sku, p_limit) THEN 'more'
    WHEN EXISTS (SELECT FROM products WHERE workspace_id = p_workspace AND log_position >= v_horizon) THEN 'waiting'
    ELSE 'idle'
  END;
END
$$;
REVOKE ALL ON FUNCTION search_follow FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_follow TO skucast_system;
