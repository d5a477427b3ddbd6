-- Delivery in order, object by object, where an endpoint wants it. Its deliveries about one object form a line: one of them
-- is due, the others wait without a time (next_attempt_at null) until it has ended. See ADR 0017.
ALTER TABLE webhook_endpoints
  ADD COLUMN ordering text NOT NULL DEFAULT 'none' CHECK (ordering IN ('none', 'per_object'));
-- line: the object; null outside of lines. line_sequence: the event's sequence, which counts per object.
ALTER TABLE deliveries
  ADD COLUMN line text,
  ADD COLUMN line_sequence bigint,
  ADD CHECK ((line IS NULL) = (line_sequence IS NULL));
-- The head of a line, and line after line. Endpoints' ids are unique by themselves, as in deliveries_pending_idx.
CREATE INDEX deliveries_line_idx ON deliveries (endpoint_id, line, line_sequence, event_id) WHERE status = 'pending' AND line IS NOT NULL;
-- Whether an object's predecessor has been planned, whatever became of it since.
CREATE INDEX deliveries_planned_line_idx ON deliveries (workspace_id, endpoint_id, line, line_sequence) WHERE line IS NOT NULL;

-- Makes the heads of lines due. A function for its plans alone, which must go by single keys whatever the statistics say:
-- without sorting, deliveries_line_idx is the only index that brings the head. Of two calls that find the same head one
-- writes it: the other looks at the row again once the first has committed. The lines come in one order.
CREATE FUNCTION delivery_lines_advance(p_workspaces text[], p_endpoints text[], p_lines text[], p_now timestamptz, p_lease_until timestamptz)
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
    WHERE d.endpoint_id = p_endpoints[i] AND d.line = p_lines[i] AND d.workspace_id = p_workspaces[i] AND d.status = 'pending'
    ORDER BY d.line_sequence, d.event_id LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    RETURN QUERY
      UPDATE deliveries d SET next_attempt_at = p_now, lease_until = p_lease_until
      WHERE d.workspace_id = p_workspaces[i] AND d.id = v_head_id AND d.status = 'pending' AND d.next_attempt_at IS NULL
      RETURNING d.workspace_id, d.id, d.endpoint_id, d.claim,
        (SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id) = 'active',
        (SELECT e.rate_per_second FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id);
  END LOOP;
END
$$;

-- Of the given events those whose predecessor stands, or stood, in the line of an ordered endpoint: everything before it
-- was planned with it. Whoever is not named here may have predecessors that nobody has planned.
CREATE FUNCTION delivery_lines_followed(p_events text[], p_workspaces text[], p_objects text[], p_sequences bigint[])
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
