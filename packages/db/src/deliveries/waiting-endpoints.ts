/**
 * A recursive query `waiting_endpoints`: the endpoints with waiting deliveries. It finds each with one step in the
 * index deliveries_waiting_idx, however long their backlogs are.
 */
export const WAITING_ENDPOINTS = `
    RECURSIVE waiting_endpoints AS (
      (SELECT workspace_id, endpoint_id FROM deliveries WHERE is_waiting ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM waiting_endpoints p CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.endpoint_id FROM deliveries d
        WHERE d.is_waiting AND d.endpoint_id > p.endpoint_id
        ORDER BY d.endpoint_id LIMIT 1
      ) following
    )`;
