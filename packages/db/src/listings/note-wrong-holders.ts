import { textArray } from "../array-parameter.js";
import type { Database } from "../database.js";
import { type ClaimedId, claimantsSql, ownerSql } from "./id-claims.js";

/** Limits of one call: products with the same id that are examined, and products that are noted. */
const CLAIMANTS_MAX = 1_000;
const PRODUCTS_MAX = 10_000;

/** Channels without such ids, which are nearly all, cost one look at an index. */
const NOTE = {
  name: "listings.note-wrong-holders",
  text: `
    WITH given AS MATERIALIZED (
      SELECT DISTINCT c.channel_id, c.row_id FROM unnest($2::text[], $3::text[]) AS c (channel_id, row_id)
    ), concerned AS MATERIALIZED (
      SELECT c.channel_id FROM (SELECT DISTINCT channel_id FROM given) AS c WHERE EXISTS (
        SELECT FROM listings l WHERE l.workspace_id = $1 AND l.channel_id = c.channel_id AND l.row_id IS NOT NULL)
    ), wrong AS (
      SELECT DISTINCT claimant.sku FROM concerned JOIN given g USING (channel_id)
      CROSS JOIN LATERAL (
        SELECT c.sku, c.id_holder, coalesce((${ownerSql("g")}), min(c.sku) OVER ()) AS holder
        FROM (${claimantsSql("g")} LIMIT ${CLAIMANTS_MAX}) AS c
      ) AS claimant
      WHERE claimant.id_holder IS DISTINCT FROM nullif(claimant.holder, claimant.sku)
      ORDER BY claimant.sku LIMIT ${PRODUCTS_MAX}
    )
    INSERT INTO listing_work (workspace_id, sku) SELECT $1, sku FROM wrong ORDER BY sku ON CONFLICT DO NOTHING`,
};

/**
 * Notes the products whose listings are wrong about which product has one of these ids. Must be called after the
 * transaction that changed listings with these ids: the last of several such calls sees the changes of all workers, and a
 * transaction that waits for a note while it has claimed others could deadlock. What it misses because of its limits, or
 * because its process ends, remains until the channel's next walk.
 */
export async function noteWrongHolders(
  { system }: Database,
  workspaceId: string,
  ids: readonly ClaimedId[],
): Promise<void> {
  if (ids.length === 0) return;
  const column = (name: keyof ClaimedId) => textArray(ids.map((id) => id[name]));
  await system.query({ ...NOTE, values: [workspaceId, column("channelId"), column("rowId")] });
}
