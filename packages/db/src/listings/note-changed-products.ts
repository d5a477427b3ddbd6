import type { Database } from "../database.js";

/** Limits of one call: workspaces, and products of each. */
const WORKSPACES_MAX = 50;
const PRODUCTS_MAX = 2_000;

/** Products that were last written after the noted ones, and below which no transaction is open (ADR 0036). */
const NEXT = `
  SELECT c.log_position, c.updated_at, c.sku FROM products c
  WHERE c.workspace_id = p.workspace_id AND c.log_position >= p.position
    AND (c.log_position, c.updated_at, c.sku) > (p.position, p.updated_at, p.sku)
    AND c.log_position < (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + position_offset FROM event_log)
  ORDER BY c.log_position, c.updated_at, c.sku`;

const CHANGED = {
  name: "listings.changed-workspaces",
  text: `
    SELECT p.workspace_id FROM listing_progress p CROSS JOIN LATERAL (${NEXT} LIMIT 1) AS next
    WHERE EXISTS (SELECT FROM listing_walks w WHERE w.workspace_id = p.workspace_id)
    ORDER BY next.updated_at LIMIT ${WORKSPACES_MAX}`,
};

const NOTE = {
  name: "listings.note-changed",
  text: `
    WITH progress AS MATERIALIZED (
      SELECT * FROM listing_progress WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED
    ), next AS MATERIALIZED (
      SELECT n.* FROM progress p CROSS JOIN LATERAL (${NEXT} LIMIT ${PRODUCTS_MAX}) AS n
    ), noted AS (
      INSERT INTO listing_work (workspace_id, sku) SELECT $1, sku FROM next ORDER BY sku ON CONFLICT DO NOTHING
    ), moved AS (
      UPDATE listing_progress l SET position = last.log_position, updated_at = last.updated_at, sku = last.sku
      FROM (SELECT * FROM next ORDER BY log_position DESC, updated_at DESC, sku DESC LIMIT 1) AS last
      WHERE l.workspace_id = $1
    )
    SELECT count(*)::int AS found FROM next`,
};

/**
 * Notes the products that changed since they were last noted, in workspaces with channels. None is skipped, however late
 * its transaction ended, and a product is noted again only if it changed again. If several workers call it, one of them
 * reads a workspace. Returns how many were found, and whether there may be more.
 */
export async function noteChangedProducts({ system }: Database): Promise<{ found: number; lags: boolean }> {
  const { rows: changed } = await system.query<{ workspace_id: string }>(CHANGED);
  let found = 0;
  let lags = changed.length === WORKSPACES_MAX;
  for (const { workspace_id: id } of changed) {
    const { rows } = await system.query<{ found: number }>({ ...NOTE, values: [id] });
    const count = rows[0]?.found ?? 0;
    found += count;
    lags ||= count === PRODUCTS_MAX;
  }
  return { found, lags };
}
