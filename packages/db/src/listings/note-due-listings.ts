import type { Database } from "../database.js";

/** Listings that one statement takes. */
const DUE_MAX = 1_000;

const NOTE = {
  name: "listings.note-due",
  text: `
    WITH due AS MATERIALIZED (
      SELECT workspace_id, channel_id, sku FROM listings WHERE next_change_at <= $1
      ORDER BY next_change_at LIMIT ${DUE_MAX} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE listings l SET next_change_at = NULL FROM due d
      WHERE l.workspace_id = d.workspace_id AND l.channel_id = d.channel_id AND l.sku = d.sku
    ), noted AS (
      INSERT INTO listing_work (workspace_id, sku) SELECT DISTINCT workspace_id, sku FROM due ORDER BY 1, 2
      ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS count FROM due`,
};

/** Notes the products of which time has made another row, as of `now`. Answers whether more may be waiting. */
export async function noteDueListings({ system }: Database, now: Date): Promise<boolean> {
  const { rows } = await system.query<{ count: number }>({ ...NOTE, values: [now] });
  return rows[0]?.count === DUE_MAX;
}
