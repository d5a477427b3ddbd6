import { LIMITS } from "@skucast/contracts/limits";
import { type Database, inSystem } from "../database.js";

export interface ClaimedDay {
  readonly workspaceId: string;
  readonly channelId: string;
  readonly day: string;
}

/** A count that is not finished by then was interrupted. */
const CLAIM_MINUTES = 10;

/** A count reads all listings of its channel, so one with many is counted less often: a minute later for every 20,000. */
const COUNT_PAUSE = "interval '1 minute' * ((t.published + t.pending + t.held + t.invalid + t.excluded) / 20000)";

/** Whether the channel's products were all checked again since its count, or a run of its feeds has ended since. */
const HAS_NEWS = `(
  EXISTS (SELECT FROM listing_walks k WHERE k.workspace_id = c.workspace_id AND k.channel_id = c.id
    AND k.completed_at > t.counted_at)
  OR EXISTS (SELECT FROM feeds f, LATERAL (
      SELECT r.status, r.updated_at FROM runs r WHERE r.workspace_id = f.workspace_id AND r.feed_id = f.id
      ORDER BY r.id DESC LIMIT 1) last
    WHERE f.workspace_id = c.workspace_id AND f.channel_id = c.id AND last.updated_at > t.counted_at
      AND last.status NOT IN ('queued', 'generating', 'delivering')))`;

/** The channel that has waited the longest: at once after news, and after five minutes without. */
const CLAIM = `
  INSERT INTO channel_days AS d (workspace_id, channel_id, day, claimed_until)
  SELECT c.workspace_id, c.id, ($1::timestamptz AT TIME ZONE 'UTC')::date, $1::timestamptz + interval '${CLAIM_MINUTES} minutes'
  FROM channels c
  JOIN workspaces w ON w.id = c.workspace_id AND w.deletes_at IS NULL
  LEFT JOIN channel_days t ON t.workspace_id = c.workspace_id AND t.channel_id = c.id
    AND t.day = ($1::timestamptz AT TIME ZONE 'UTC')::date
  WHERE c.status <> 'archived' AND (t.day IS NULL OR t.claimed_until < $1 AND (t.counted_at IS NULL
    OR t.counted_at + ${COUNT_PAUSE} < $1 AND (t.counted_at + interval '5 minutes' + ${COUNT_PAUSE} < $1 OR ${HAS_NEWS})))
  ORDER BY t.counted_at NULLS FIRST, c.workspace_id, c.id LIMIT 1
  ON CONFLICT (workspace_id, channel_id, day) DO UPDATE SET claimed_until = excluded.claimed_until
    WHERE d.claimed_until < $1
  RETURNING workspace_id, channel_id, day::text AS day`;

/** Claims today's row of a channel whose counts are due. Undefined if there is none, or another process has claimed it. */
export async function claimChannelDay(db: Database, now: Date): Promise<ClaimedDay | undefined> {
  const { rows } = await db.system.query<{ workspace_id: string; channel_id: string; day: string }>(CLAIM, [now]);
  const [row] = rows;
  return row && { workspaceId: row.workspace_id, channelId: row.channel_id, day: row.day };
}

/**
 * The states of listing-status.ts, for all products of the channel at once. Only listings with issues are read for the
 * codes, and no more than a summary of issues counts.
 */
const COUNT = `
  WITH states AS (
    SELECT is_valid, changed_at, strpos(coalesce(issues, ''), '"code":"excluded_by_rule"') > 0 AS is_excluded
    FROM listings WHERE workspace_id = $1 AND channel_id = $2
  ), counts AS (
    SELECT count(*) FILTER (WHERE is_valid AND changed_at <= $3) AS published,
           count(*) FILTER (WHERE is_valid AND NOT coalesce(changed_at <= $3, false) AND changed_at <= $4) AS held,
           count(*) FILTER (WHERE is_valid) AS valid,
           count(*) FILTER (WHERE NOT is_valid AND is_excluded) AS excluded,
           count(*) FILTER (WHERE NOT is_valid AND NOT is_excluded) AS invalid
    FROM states
  ), looked_at AS MATERIALIZED (
    SELECT sku, issues FROM listings WHERE workspace_id = $1 AND channel_id = $2 AND issues IS NOT NULL
    ORDER BY workspace_id, channel_id, sku LIMIT ${LIMITS.issueProductsCountedMax}
  ), codes AS (
    SELECT issue->>'code' AS code, issue->>'severity' AS severity, count(DISTINCT sku)::int AS products
    FROM looked_at, json_array_elements(issues::json) AS issue GROUP BY 1, 2
    ORDER BY products DESC, code, severity LIMIT ${LIMITS.channelDayIssuesMax}
  )
  UPDATE channel_days d SET published = c.published, held = c.held, pending = c.valid - c.published - c.held,
    invalid = c.invalid, excluded = c.excluded, counted_at = $6, claimed_until = $6,
    issues = (SELECT coalesce(jsonb_agg(codes), '[]') FROM codes)
  FROM counts c WHERE d.workspace_id = $1 AND d.channel_id = $2 AND d.day = $5::date`;

/** When the last good and the last held run of the channel's feeds read its products. */
const LAST_RUNS = `
  SELECT max(greatest(live.started_at, skipped.started_at)) AS live_from, max(held.started_at) AS held_from
  FROM feeds f
  LEFT JOIN runs live ON live.workspace_id = f.workspace_id AND live.id = f.live_run_id
  LEFT JOIN LATERAL (
    SELECT r.started_at FROM runs r WHERE r.workspace_id = f.workspace_id AND r.feed_id = f.id
      AND r.status = 'skipped' AND r.started_at IS NOT NULL AND r.id > f.live_run_id AND NOT EXISTS (
        SELECT FROM runs o WHERE o.workspace_id = f.workspace_id AND o.feed_id = f.id
          AND o.id > f.live_run_id AND o.id < r.id AND o.status IN ('succeeded', 'succeeded_with_errors'))
    ORDER BY r.id DESC LIMIT 1
  ) skipped ON true
  LEFT JOIN LATERAL (
    SELECT r.started_at FROM runs r WHERE r.workspace_id = f.workspace_id AND r.feed_id = f.id
      AND r.status = 'held' ORDER BY r.id DESC LIMIT 1
  ) held ON true
  WHERE f.workspace_id = $1 AND f.channel_id = $2 AND f.status <> 'archived'`;

/** Counts a channel's products by state and issue, and deletes the days that are past their retention. */
export function countChannelDay(db: Database, { workspaceId, channelId, day }: ClaimedDay, now: Date): Promise<void> {
  return inSystem(db, async (client) => {
    const { rows } = await client.query<{ live_from: Date | null; held_from: Date | null }>(LAST_RUNS, [
      workspaceId,
      channelId,
    ]);
    const { live_from: liveFrom = null, held_from: heldFrom = null } = rows[0] ?? {};
    await client.query(COUNT, [workspaceId, channelId, liveFrom, heldFrom, day, now]);
    await client.query(
      `DELETE FROM channel_days WHERE workspace_id = $1 AND channel_id = $2
         AND day <= $3::date - ${LIMITS.channelDaysKept}`,
      [workspaceId, channelId, day],
    );
  });
}
