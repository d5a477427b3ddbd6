import type { Database } from "../database.js";

/** How long before its commit an event may be created: its transaction waited for a connection, or a clock is slow. */
const PROMPT = "15 seconds";
/** The same for a transaction that was open at two readings. PostgreSQL ends ours before that. */
const LONG = "180 seconds";
/** Time between those two readings. */
const LONG_FROM = "10 seconds";
/** After a pause, the log is read in pieces of this length. */
const PIECE = "1 hour";
/** If there are no events, the mark moves at this interval and not with every reading. */
const IDLE_MARK = "1 minute";

/**
 * Reads up to the earlier of two clocks: a worker whose clock is ahead must not skip events of others.
 *
 * One statement, so that one snapshot decides which events are new: everything since the last reading, and older events
 * that the last reading could not see. How far back it reads depends on whether a long transaction has ended since:
 * reading minutes every time would cost more than everything else. The transaction id of a row (xmin) has 32 bits and
 * those of a snapshot have 64: the upper half is taken from the current one.
 */
const NOTE = {
  name: "listings.note-changed",
  text: `
    WITH tail AS MATERIALIZED (
      SELECT read_until, snapshot::pg_snapshot AS seen, least(present, read_until + interval '${PIECE}') AS until, present,
             older_snapshot::pg_snapshot AS older, older_at < present - interval '${LONG_FROM}' AS is_older_due,
             pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next_xid
      FROM listing_tail, (SELECT least($1::timestamptz, now()) AS present) AS clock
      FOR UPDATE OF listing_tail SKIP LOCKED
    ), found AS MATERIALIZED (
      SELECT DISTINCT e.workspace_id, e.data::json #>> '{object,sku}' AS sku
      FROM tail t, events e
      WHERE e.created_at < (SELECT until FROM tail)
        AND e.created_at >= (
          SELECT read_until - CASE WHEN EXISTS (
            SELECT FROM pg_snapshot_xip(older) AS long (xid)
            WHERE NOT pg_visible_in_snapshot(long.xid, seen) AND pg_visible_in_snapshot(long.xid, pg_current_snapshot())
          ) THEN interval '${LONG}' ELSE interval '${PROMPT}' END FROM tail)
        AND EXISTS (SELECT FROM listing_walks w WHERE w.workspace_id = e.workspace_id)
        AND e.type IN ('product.created', 'product.updated', 'product.deleted')
        AND (e.created_at >= t.read_until OR NOT pg_visible_in_snapshot(
          (t.next_xid - ((t.next_xid - e.xmin::text::bigint) & 4294967295))::text::xid8, t.seen))
    ), noted AS (
      INSERT INTO listing_work (workspace_id, sku) SELECT workspace_id, sku FROM found WHERE sku IS NOT NULL ORDER BY 1, 2
      ON CONFLICT DO NOTHING
    ), marked AS (
      UPDATE listing_tail l SET
        read_until = t.until, snapshot = pg_current_snapshot()::text,
        older_snapshot = CASE WHEN t.is_older_due THEN t.seen::text ELSE l.older_snapshot END,
        older_at = CASE WHEN t.is_older_due THEN t.present ELSE l.older_at END
      FROM tail t
      WHERE EXISTS (SELECT FROM found) OR t.until > t.read_until + interval '${IDLE_MARK}'
    )
    SELECT (SELECT count(*)::int FROM found) AS found, t.until < t.present AS lags FROM tail t`,
};

/**
 * Notes the products that changed since the last reading of the event log, in workspaces with channels. None is
 * skipped, however late its transaction ended. A product is noted again only if it changed again. If several workers
 * call it, one of them reads. Returns how many were found, and whether there is more to read.
 */
export async function noteChangedProducts({ system }: Database, now: Date): Promise<{ found: number; lags: boolean }> {
  const { rows } = await system.query<{ found: number; lags: boolean }>({ ...NOTE, values: [now] });
  return rows[0] ?? { found: 0, lags: false };
}
