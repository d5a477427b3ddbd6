-- Makes the head of each line due, and returns the ones that it changed. If the endpoint is paused, the head gets no
-- lease: it is due as soon as the endpoint is active again. The settings make every lookup go by a single key, whatever
-- the statistics say: without sorting, deliveries_line_idx is the only index that returns the head. If two calls find
-- the same head, one of them writes it: the other one reads the row again after the first has committed.
CREATE OR REPLACE FUNCTION delivery_lines_advance(p_workspaces text[], p_endpoints text[], p_lines text[], p_now timestamptz, p_lease_until timestamptz)
RETURNS TABLE (workspace_id text, id text, endpoint_id text, claim bigint, is_active boolean, rate_per_second integer)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  v_head_id text;
BEGIN
  FOR i IN 1 .. cardinality(p_lines) LOOP
    SELECT d.id INTO v_head_id FROM deliveries d
    WHERE d.endpoint_id = p_endpoints[i] AND d.line = p_lines[i] AND d.workspace_id = p_workspaces[i] AND d.is_waiting
    ORDER BY d.line_sequence, d.event_id LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    RETURN QUERY
      UPDATE deliveries d SET next_attempt_at = p_now, lease_until = CASE WHEN (
        SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id) = 'active' THEN p_lease_until END
      WHERE d.workspace_id = p_workspaces[i] AND d.id = v_head_id AND d.is_waiting AND d.next_attempt_at IS NULL
      RETURNING d.workspace_id, d.id, d.endpoint_id, d.claim,
        (SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id) = 'active',
        (SELECT e.rate_per_second FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id);
  END LOOP;
END
$$;
