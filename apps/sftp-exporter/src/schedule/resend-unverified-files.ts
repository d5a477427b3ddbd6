import { newId } from "@skucast/contracts/ids";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import type { ExporterContext } from "../context.js";

const FEEDS_MAX = 50;

/**
 * Active feeds without a schedule whose live files were pushed by a version that did not verify deliveries (such a delivery
 * has no `verification`) and were not resent yet. Deltas are left out, because they cannot be delivered a second time.
 */
const UNVERIFIED = `
  SELECT f.workspace_id, f.id, f.live_run_id
  FROM feeds f
    JOIN channels c ON c.workspace_id = f.workspace_id AND c.id = f.channel_id AND c.status = 'active'
    JOIN runs live ON live.workspace_id = f.workspace_id AND live.id = f.live_run_id
  WHERE f.schedule IS NULL AND f.status = 'active' AND f.coverage <> 'delta' AND live.files_deleted_at IS NULL
    AND EXISTS (
      SELECT FROM jsonb_array_elements(live.deliveries) AS d
      WHERE d->>'type' = 'sftp_push' AND d->>'status' = 'delivered' AND d->>'verification' IS NULL)
    AND NOT EXISTS (
      SELECT FROM runs r WHERE r.workspace_id = f.workspace_id AND r.feed_id = f.id
        AND (r.rollback_to = f.live_run_id OR r.status IN ('queued', 'generating', 'delivering')))
  LIMIT ${FEEDS_MAX}
  FOR UPDATE OF f SKIP LOCKED`;

/** A separate statement, so that it sees the run of an exporter that held the lock before. */
const INSERT_RUN = `
  INSERT INTO runs (workspace_id, id, feed_id, status, trigger, rollback_to, created_at, updated_at)
  SELECT $1, $2, $3, 'queued', 'rollback', $4, $5, $5
  WHERE NOT EXISTS (SELECT FROM runs WHERE workspace_id = $1 AND feed_id = $3 AND rollback_to = $4)
  RETURNING id`;

interface UnverifiedFeed {
  workspace_id: string;
  id: string;
  live_run_id: string;
}

/**
 * Queues a run for each feed without a schedule whose live files were delivered before deliveries were verified. The run
 * delivers the same files once more; a feed with a schedule does so in its next run. Returns how many runs it queued.
 */
export async function resendUnverifiedFiles({ db, clock, logger }: ExporterContext): Promise<number> {
  let queuedCount = 0;
  for (let foundCount = FEEDS_MAX; foundCount === FEEDS_MAX; ) {
    foundCount = await inSystem(db, async (client) => {
      const { rows } = await client.query<UnverifiedFeed>(UNVERIFIED);
      for (const feed of rows) {
        if (await queueRun(client, feed, clock.now())) queuedCount += 1;
      }
      return rows.length;
    });
  }
  if (queuedCount > 0) {
    const fields = { event: "feeds.unverified_files_resent", count: queuedCount };
    logger.info(fields, "files that were delivered without verification are delivered again");
  }
  return queuedCount;
}

async function queueRun(client: TransactionClient, feed: UnverifiedFeed, now: Date): Promise<boolean> {
  const runId = newId("run", now.getTime());
  const { rows } = await client.query(INSERT_RUN, [feed.workspace_id, runId, feed.id, feed.live_run_id, now]);
  if (rows.length === 0) return false;
  await appendEvent(client, {
    workspaceId: feed.workspace_id,
    type: "feed.run.queued",
    sequence: 1,
    data: { object: { id: runId, feed_id: feed.id }, previous: {} },
    now,
  });
  return true;
}
