-- Returns those of the given events whose previous event of the same object was planned for an ordered endpoint. All
-- events before that one were then planned too. For the other events, previous ones may not have been planned yet.
CREATE OR REPLACE FUNCTION delivery_lines_followed(p_events text[], p_workspaces text[], p_objects text[], p_sequences bigint[])
RETURNS SETOF text
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_endpoint text;
  v_latest bigint;
BEGIN
  FOR i IN 1 .. cardinality(p_events) LOOP
    FOR v_endpoint IN
      SELECT e.id FROM webhook_endpoints e WHERE e.workspace_id = p_workspaces[i] AND e.ordering = 'per_object'
    LOOP
      SELECT d.line_sequence INTO v_latest FROM deliveries d
      WHERE d.workspace_id = p_workspaces[i] AND d.endpoint_id = v_endpoint AND d.line = p_objects[i]
      ORDER BY d.line_sequence DESC LIMIT 1;
      IF v_latest >= p_sequences[i] - 1 THEN
        RETURN NEXT p_events[i];
        EXIT;
      END IF;
    END LOOP;
  END LOOP;
END
$$;
