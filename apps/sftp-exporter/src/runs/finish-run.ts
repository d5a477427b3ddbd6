import type { EventTypeName } from "@skucast/contracts/events/event-types";
import type { RunCounts, RunDelivery, RunFile, RunStatus } from "@skucast/contracts/runs/run";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ExporterContext } from "../context.js";
import { insertRunNotice, type RunResult } from "../notices/insert-run-notice.js";
import type { ClaimedRun } from "./claimed-run.js";
import { type GeneratedOutcome, saveGenerated } from "./save-generated.js";
import { supersedeHeld } from "./supersede-held.js";

/** How a run can end in an exporter. */
export type EndStatus = Extract<RunStatus, "succeeded" | "succeeded_with_errors" | "skipped" | "failed">;

export interface FinishedOutcome {
  readonly status: EndStatus;
  /** A sentence for users. */
  readonly error: string | null;
}

const LOCK_FEED = `SELECT FROM feeds WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;

/** Deliveries that partners fetch count as delivered as soon as the files are live. */
const FINISH = `
  UPDATE runs SET status = $5, error = $6, finished_at = $4, lease_owner = NULL, lease_until = NULL,
    version = version + 1, updated_at = $4,
    deliveries = CASE WHEN $7 THEN
      (SELECT coalesce(jsonb_agg(CASE WHEN d->>'type' = 'sftp_push' THEN d ELSE d || $8::jsonb END ORDER BY place), '[]')
       FROM jsonb_array_elements(deliveries) WITH ORDINALITY AS each (d, place))
      ELSE deliveries END
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING version, counts, files, deliveries`;

const SET_LIVE = `UPDATE feeds SET live_run_id = $3 WHERE workspace_id = $1 AND id = $2`;

/** For each end: its event, whether the run's files become live, and whether the run supersedes an older held one. */
const ENDS = {
  succeeded: { event: "feed.run.succeeded", isLive: true, isNewest: true },
  succeeded_with_errors: { event: "feed.run.succeeded", isLive: true, isNewest: true },
  skipped: { event: "feed.run.succeeded", isLive: false, isNewest: true },
  failed: { event: "feed.run.failed", isLive: false, isNewest: false },
} as const satisfies Record<EndStatus, { event: EventTypeName; isLive: boolean; isNewest: boolean }>;

/**
 * Stores the end of the run and its event in one transaction, together with the generated files if they were not stored
 * before.
 */
export function finishRun(
  { db, clock, settings }: ExporterContext,
  run: ClaimedRun,
  { generated, ...outcome }: FinishedOutcome & { readonly generated?: GeneratedOutcome },
): Promise<void> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    await lockFeed(client, run);
    if (generated) await saveGenerated(client, run, { generated, now });
    const { eventId, result } = await finish(client, run, { ...outcome, now });
    await insertRunNotice(client, run, { result, eventId, now, isMailing: settings.isMailing });
  });
}

/** Code that locks both a feed and its runs must lock the feed first. */
export async function lockFeed(client: TransactionClient, run: ClaimedRun): Promise<void> {
  await client.query(LOCK_FEED, [run.workspaceId, run.feedId]);
}

async function finish(
  client: TransactionClient,
  run: ClaimedRun,
  { status, error, now }: FinishedOutcome & { readonly now: Date },
): Promise<{ readonly eventId: string; readonly result: RunResult }> {
  const { event, isLive, isNewest } = ENDS[status];
  const fetchable = JSON.stringify({ status: "delivered", delivered_at: now.toISOString() });
  const values = [run.workspaceId, run.id, run.owner, now, status, error, isLive, fetchable];
  const { rows } = await client.query<Finished>(FINISH, values);
  const [finished] = rows;
  if (!finished) throw new LeaseLost();
  if (isLive) await client.query(SET_LIVE, [run.workspaceId, run.feedId, run.id]);
  if (isNewest) await supersedeHeld(client, run, now);
  const { version, counts, files, deliveries } = finished;
  const eventId = await appendEvent(client, {
    workspaceId: run.workspaceId,
    type: event,
    sequence: BigInt(version),
    data: { object: { id: run.id, feed_id: run.feedId, status, counts, files, error }, previous: {} },
    now,
  });
  // Deliveries that fail have mails of their own: the run itself has made its files.
  const isFailed = status === "failed" && !deliveries.some((delivery) => delivery.status === "failed");
  return { eventId, result: isFailed ? { type: "failed", error: error ?? "unknown" } : { type: "made" } };
}

interface Finished {
  readonly version: string;
  readonly counts: RunCounts;
  readonly files: RunFile[];
  readonly deliveries: readonly RunDelivery[];
}
