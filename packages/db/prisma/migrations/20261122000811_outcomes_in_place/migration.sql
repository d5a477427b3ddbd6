-- Most deliveries are attempted as they are planned, and succeed. No index tells that one is under way or how it ended, so
-- that writing its outcome changes no index. Those that wait for their time, or for their turn in a line, are told by a
-- column of their own, which is false all along for all others. See ADR 0029.
ALTER TABLE deliveries ADD COLUMN is_waiting boolean NOT NULL
  GENERATED ALWAYS AS (completed_at IS NULL AND (next_attempt_at IS NOT NULL OR line IS NOT NULL)) STORED;

DROP INDEX deliveries_pending_idx;
-- What waits, endpoint by endpoint: one with a long backlog hides nobody else's. Endpoints' ids are unique by themselves;
-- were the workspace in front, a planner without statistics would look single deliveries up in here, a backlog each.
CREATE INDEX deliveries_waiting_idx ON deliveries (endpoint_id, next_attempt_at) WHERE is_waiting;

DROP INDEX deliveries_line_idx;
CREATE INDEX deliveries_line_idx ON deliveries (endpoint_id, line, line_sequence, event_id) WHERE is_waiting AND line IS NOT NULL;

-- What was planned at a time: where attempts are looked for whose process died.
CREATE INDEX deliveries_created_at_idx ON deliveries (created_at);

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
      UPDATE deliveries d SET next_attempt_at = p_now, lease_until = p_lease_until
      WHERE d.workspace_id = p_workspaces[i] AND d.id = v_head_id AND d.is_waiting AND d.next_attempt_at IS NULL
      RETURNING d.workspace_id, d.id, d.endpoint_id, d.claim,
        (SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id) = 'active',
        (SELECT e.rate_per_second FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id);
  END LOOP;
END
$$;

-- Up to which moment of planning what began has been looked at for attempts that nobody brought to an end.
INSERT INTO sweeps VALUES ('webhook-dispatcher.begun', now());
