import type { RunCounts, RunDelivery, RunFile, RunIssue, RunStatus } from "@skucast/contracts/runs/run";
import { inSystem } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import { currentTraceparent } from "@skucast/service-kit/traces";
import type { ExporterContext } from "../context.js";
import { type ClaimedRun, LeaseLost } from "./run-work.js";

export interface GeneratedOutcome {
  readonly counts: RunCounts;
  readonly files: readonly RunFile[];
  readonly issues: readonly RunIssue[];
  readonly deliveries: readonly RunDelivery[];
}

const SAVE_GENERATED = `
  UPDATE runs SET status = 'delivering', counts = $5, files = $6, issues = $7, deliveries = $8,
    version = version + 1, updated_at = $4
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** The file is there: from now on the run delivers. */
export async function saveGenerated(
  { db, clock }: ExporterContext,
  run: ClaimedRun,
  { counts, files, issues, deliveries }: GeneratedOutcome,
): Promise<void> {
  const json = [counts, files, issues, deliveries].map((value) => JSON.stringify(value));
  const changed = await db.system.query(SAVE_GENERATED, [run.workspaceId, run.id, run.owner, clock.now(), ...json]);
  if (changed.rowCount === 0) throw new LeaseLost();
}

const SAVE_DELIVERY = `
  UPDATE runs SET deliveries = jsonb_set(deliveries, ARRAY[$5], $6), version = version + 1, updated_at = $4
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING version`;

/** What became of one delivery, and the event that says so, in one transaction. */
export function saveDelivery(
  { db, clock }: ExporterContext,
  run: ClaimedRun,
  { place, delivery, files }: { place: number; delivery: RunDelivery; files: readonly RunFile[] },
): Promise<void> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    const values = [run.workspaceId, run.id, run.owner, now, String(place), JSON.stringify(delivery)];
    const { rows } = await client.query<{ version: string }>(SAVE_DELIVERY, values);
    const [changed] = rows;
    if (!changed) throw new LeaseLost();
    const { destination_id, error } = delivery;
    await appendEvent(client, {
      workspaceId: run.workspaceId,
      type: delivery.status === "delivered" ? "feed.delivered" : "feed.delivery_failed",
      objectId: run.id,
      sequence: BigInt(changed.version),
      data: {
        object: { run_id: run.id, feed_id: run.feedId, destination_id, files: files.map(publicFile), error },
        previous: {},
      },
      now,
      traceparent: currentTraceparent(),
    });
  });
}

export interface FinishedOutcome {
  readonly status: Extract<RunStatus, "succeeded" | "succeeded_with_errors" | "failed">;
  /** A sentence for the person who reads the run. */
  readonly error: string | null;
}

const FINISH = `
  UPDATE runs SET status = $5, error = $6, finished_at = $4, lease_owner = NULL, lease_until = NULL,
    version = version + 1, updated_at = $4
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING version, counts, files`;

/** The end of the run and its event, in one transaction. */
export function finishRun(
  { db, clock }: ExporterContext,
  run: ClaimedRun,
  { status, error }: FinishedOutcome,
): Promise<void> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    const values = [run.workspaceId, run.id, run.owner, now, status, error];
    const { rows } = await client.query<{ version: string; counts: RunCounts; files: RunFile[] }>(FINISH, values);
    const [finished] = rows;
    if (!finished) throw new LeaseLost();
    const { version, counts, files } = finished;
    await appendEvent(client, {
      workspaceId: run.workspaceId,
      type: status === "failed" ? "feed.run.failed" : "feed.run.succeeded",
      objectId: run.id,
      sequence: BigInt(version),
      data: { object: { id: run.id, feed_id: run.feedId, status, counts, files, error }, previous: {} },
      now,
      traceparent: currentTraceparent(),
    });
  });
}

const publicFile = ({ name, bytes, rows, sha256 }: RunFile): RunFile => ({ name, bytes, rows, sha256 });
