import type { Database } from "../database.js";

/** How far the time of an event may lie before its transaction shows: it waited for a connection, or a clock is slow. */
const PROMPT = "15 seconds";
/** The same of a transaction that was under way at two looks: ours are ended by PostgreSQL before. */
const LONG = "180 seconds";
/** Between those two looks. */
const LONG_FROM = "10 seconds";
/** After a pause the log is read in pieces of so much time. */
const PIECE = "1 hour";
/** Where nothing happens, the mark is moved this often and not at every look. */
const IDLE_MARK = "1 minute";

/**
 * Read up to now, by the earlier of two clocks: a worker whose clock is ahead must not pass over what the others write.
 * One statement, so that one snapshot decides what has come to light: of the log since the last look everything, and of
 * what is older what that look could not see. How far back it looks depends on whether a long transaction has ended
 * since: re-reading minutes at every look would cost more than all the rest. An event's transaction has 32 bits here and
 * 64 in a snapshot: the higher half is that of the present.
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
 * Notes the products of workspaces with channels that changed since the last look, by the event log; none is passed over,
 * however late its transaction ended, and one that was noted is noted again only if it changed again. Of several workers
 * one does it. Answers how many, and whether more of the log waits.
 */
export async function noteChangedProducts({ system }: Database, now: Date): Promise<{ found: number; lags: boolean }> {
  const { rows } = await system.query<{ found: number; lags: boolean }>({ ...NOTE, values: [now] });
  return rows[0] ?? { found: 0, lags: false };
}
