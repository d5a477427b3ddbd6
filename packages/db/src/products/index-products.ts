import type { Database } from "../database.js";

/** `more`: a whole batch was indexed. `waiting`: products are left that an open transaction may still precede. */
export type IndexOutcome = "more" | "waiting" | "idle";

/** Products that were written after the last indexed one. Written so that it reads one entry of the index. */
const TO_INDEX = `
  FROM workspaces w
  LEFT JOIN search_progress s ON s.workspace_id = w.id
  CROSS JOIN LATERAL (
    SELECT p.updated_at FROM products p
    WHERE p.workspace_id = w.id AND p.log_position >= coalesce(s.position, 0) AND (p.log_position, p.updated_at, p.sku) >
      (coalesce(s.position, 0), coalesce(s.updated_at, '-infinity'), coalesce(s.sku, ''))
    ORDER BY p.log_position, p.updated_at, p.sku LIMIT 1
  ) AS next`;

/**
 * Updates the search with the next products of a workspace, in the order in which they were last written. At most
 * `limit`. Nothing happens while another process does the same.
 */
export async function indexProducts({ system }: Database, workspaceId: string, limit: number): Promise<IndexOutcome> {
  const { rows } = await system.query<{ outcome: IndexOutcome }>({
    name: "search_follow",
    text: "SELECT search_follow($1, $2) AS outcome",
    values: [workspaceId, limit],
  });
  return rows[0]?.outcome ?? "idle";
}

/** Workspaces whose products are still to be copied from the former table (`search_copy`), or deleted there. */
const TO_COPY = `
  FROM workspaces w
  WHERE EXISTS (SELECT FROM search_progress s WHERE s.workspace_id = w.id AND s.copied_sku IS NOT NULL)
    OR EXISTS (SELECT FROM product_search f WHERE f.workspace_id = w.id)`;

/**
 * Workspaces with products that the search does not have yet, at most `limit`, those that wait longest first. Then those
 * whose products are to be copied.
 */
export async function listWorkspacesToIndex({ system }: Database, limit: number): Promise<string[]> {
  const { rows } = await system.query<{ id: string }>({
    name: "search_to_index",
    text: `SELECT id FROM (SELECT w.id, next.updated_at ${TO_INDEX} UNION ALL SELECT w.id, 'infinity' ${TO_COPY}) AS found
      GROUP BY id ORDER BY min(updated_at) LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/** How long the oldest change of a product has waited for the search, in seconds; 0 when none waits. */
export async function oldestToIndexSeconds({ system }: Database): Promise<number> {
  const { rows } = await system.query<{ seconds: number }>(
    `SELECT coalesce(greatest(extract(epoch FROM now() - min(next.updated_at)), 0), 0)::float8 AS seconds ${TO_INDEX}`,
  );
  return rows[0]?.seconds ?? 0;
}
