import type { Database } from "../database.js";

/** A transaction ends at most so long after the time of its event: ours are ended by PostgreSQL before. */
const OVERLAP = "180 seconds";
/** After a pause the log is read in pieces of so much time. */
const PIECE = "1 hour";
/** Where nothing happens, the mark is moved this often and not at every look. */
const IDLE_MARK = "1 minute";

/**
 * One statement, so that one snapshot decides what has come to light: of the log since the last look everything, and of
 * the minutes before that what that look could not see, because its transaction had not ended. An event's transaction
 * has 32 bits here and 64 in a snapshot: the higher half is that of the present.
 */
const NOTE = {
  name: "listings.note-changed",
  text: `
    WITH tail AS MATERIALIZED (
      SELECT read_until, snapshot::pg_snapshot AS seen, least($1::timestamptz, read_until + interval '${PIECE}') AS until,
             pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next_xid
      FROM listing_tail FOR UPDATE SKIP LOCKED
    ), found AS MATERIALIZED (
      SELECT DISTINCT e.workspace_id, e.data::json #>> '{object,sku}' AS sku
      FROM tail t, events e
      WHERE e.created_at >= (SELECT read_until - interval '${OVERLAP}' FROM tail) AND e.created_at < (SELECT until FROM tail)
        AND EXISTS (SELECT FROM listing_walks w WHERE w.workspace_id = e.workspace_id)
        AND e.type IN ('product.created', 'product.updated', 'product.deleted')
        AND (e.created_at >= t.read_until OR NOT pg_visible_in_snapshot(
          (t.next_xid - ((t.next_xid - e.xmin::text::bigint) & 4294967295))::text::xid8, t.seen))
    ), noted AS (
      INSERT INTO listing_work (workspace_id, sku) SELECT workspace_id, sku FROM found WHERE sku IS NOT NULL ORDER BY 1, 2
      ON CONFLICT DO NOTHING
    ), marked AS (
      UPDATE listing_tail l SET read_until = t.until, snapshot = pg_current_snapshot()::text FROM tail t
      WHERE EXISTS (SELECT FROM found) OR t.until > t.read_until + interval '${IDLE_MARK}'
    )
    SELECT (SELECT count(*)::int FROM found) AS found, t.until < $1 AS lags FROM tail t`,
};

/**
 * Notes the products of workspaces with channels that changed since the last look, by the event log; none is passed over, however late its
 * transaction ended, and one that was noted is noted again only if it changed again. Of several workers one does it.
 * Answers how many, and whether more of the log waits.
 */
export async function noteChangedProducts({ system }: Database, now: Date): Promise<{ found: number; lags: boolean }> {
  const { rows } = await system.query<{ found: number; lags: boolean }>({ ...NOTE, values: [now] });
  return rows[0] ?? { found: 0, lags: false };
}
