/**
 * A recursive query `pending_endpoints`: the endpoints with unfinished deliveries, each found by one step in the index
 * deliveries_pending_idx, however long their backlogs are.
 */
export const PENDING_ENDPOINTS = `
    RECURSIVE pending_endpoints AS (
      (SELECT workspace_id, endpoint_id FROM deliveries WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM pending_endpoints p CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.endpoint_id FROM deliveries d
        WHERE d.status = 'pending' AND d.endpoint_id > p.endpoint_id
        ORDER BY d.endpoint_id LIMIT 1
      ) following
    )`;
