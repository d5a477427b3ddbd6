import type { Database } from "../database.js";

/** Listings per statement. */
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
    SELECT count(*)::int AS count, EXISTS (SELECT FROM listing_work) AS waits FROM due`,
};

interface Noted {
  /** Whether more may be due. */
  readonly isMore: boolean;
  /** Whether any product is noted, by this call or an earlier one. */
  readonly hasWork: boolean;
}

/** Notes the products whose row changes without a write, because a sale has started or ended by `now`. */
export async function noteDueListings({ system }: Database, now: Date): Promise<Noted> {
  const { rows } = await system.query<{ count: number; waits: boolean }>({ ...NOTE, values: [now] });
  const { count = 0, waits = false } = rows[0] ?? {};
  return { isMore: count === DUE_MAX, hasWork: waits || count > 0 };
}
