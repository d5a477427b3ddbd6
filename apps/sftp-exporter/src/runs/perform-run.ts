import type { RunDelivery } from "@skucast/contracts/runs/run";
import { inSystem } from "@skucast/db/database";
import type { ExporterContext } from "../context.js";
import { CLAIMS_MAX, type ClaimedRun, ClaimedTooOften } from "./claimed-run.js";
import { deliverToDestination } from "./deliver-to-destination.js";
import { evaluateGuards } from "./evaluate-guards.js";
import { type Deliverable, findGeneratedFiles } from "./find-generated-files.js";
import { type FinishedOutcome, finishRun, lockFeed } from "./finish-run.js";
import { holdRun } from "./hold-run.js";
import { isUnchanged } from "./is-unchanged.js";
import { loadWork, type RunWork } from "./load-work.js";
import { type PreparedFiles, prepareFiles } from "./prepare-files.js";
import { saveDelivery } from "./save-delivery.js";
import { type GeneratedOutcome, saveGenerated } from "./save-generated.js";
import { supersedeHeld } from "./supersede-held.js";

/** How a run ended or was held, for the log and the metrics. */
export interface RunOutcome {
  readonly status: FinishedOutcome["status"] | "held";
  readonly error: string | null;
  readonly rows: number;
  readonly invalid: number;
  readonly bytes: number;
}

/**
 * Performs a run: generates the files (or finds those that a previous exporter did not deliver everywhere), skips the run
 * when nothing changed, holds it when a guard trips, delivers the files to every destination and stores how the run ended.
 * Throws the signal's reason when the lease is lost or the process stops.
 */
export async function performRun(ctx: ExporterContext, run: ClaimedRun, signal: AbortSignal): Promise<RunOutcome> {
  if (run.claimCount > CLAIMS_MAX) throw new ClaimedTooOften();
  const work = await loadWork(ctx, run);
  const existing = await findGeneratedFiles(ctx, run, work);
  if (existing) return deliver(ctx, run, existing, signal);
  const generated = generatedOf(await prepareFiles(ctx, { run, work, signal }), work);
  const facts = factsOf(generated);
  switch (decide(generated, work, ctx.clock.now())) {
    case "skip":
      await finishRun(ctx, run, { status: "skipped", error: null, generated: { ...generated, deliveries: [] } });
      return { ...facts, status: "skipped", error: null };
    case "hold":
      await holdRun(ctx, run, generated);
      return { ...facts, status: "held", error: null };
    case "deliver":
      await beginDelivery(ctx, run, generated, work);
      ctx.hints.note(run.workspaceId, "run");
      return deliver(ctx, run, { ...generated, baseName: work.fileName }, signal);
  }
}

const PENDING = {
  status: "pending",
  attempts: 0,
  error: null,
  delivered_at: null,
  begun_at: null,
  companion: null,
  bytes_sent: 0,
  remark: null,
  verification: null,
  server_message: null,
} as const;

/**
 * A delta that is delivered now supersedes the delta of a held run: released later, the held one would undo newer changes.
 * A held run with full files stays, because the user who releases it can see that it is older.
 */
function beginDelivery(ctx: ExporterContext, run: ClaimedRun, generated: GeneratedOutcome, work: RunWork) {
  return inSystem(ctx.db, async (client) => {
    const now = ctx.clock.now();
    await lockFeed(client, run);
    await saveGenerated(client, run, { generated, now });
    if (work.feed.coverage === "delta") await supersedeHeld(client, run, now);
  });
}

/** A rollback is always delivered, because a user chose exactly these files. */
function decide(generated: GeneratedOutcome, work: RunWork, now: Date): "skip" | "hold" | "deliver" {
  if (work.source) return "deliver";
  if (hasNothingNew(generated, work, now)) return "skip";
  return generated.guards.some(({ verdict }) => verdict === "tripped") ? "hold" : "deliver";
}

function hasNothingNew({ coverage, files }: GeneratedOutcome, work: RunWork, now: Date): boolean {
  if (work.requestedCoverage === "full") return false;
  if (work.feed.coverage === "delta") return coverage === "delta" && files.every(({ rows }) => rows === 0);
  return isUnchanged(files, work, now);
}

function generatedOf({ comparison, ...prepared }: PreparedFiles, work: RunWork): GeneratedOutcome {
  const { feed, live, source, requestedCoverage } = work;
  const { medianPriceChange: _price, removedIds, ...changes } = comparison;
  const sendsAll = requestedCoverage === "full" && { sends_all: true };
  const bytesTotal = bytesOf(prepared.files);
  return {
    ...prepared,
    counts: { ...prepared.counts, ...changes },
    stats: { ...prepared.stats, removed_ids: removedIds },
    guards: source ? [] : evaluateGuards(feed.guards, { ...prepared, comparison, live }),
    deliveries: feed.deliveries.map((delivery) => ({ ...delivery, ...PENDING, ...sendsAll, bytes_total: bytesTotal })),
  };
}

async function deliver(
  ctx: ExporterContext,
  run: ClaimedRun,
  deliverable: Deliverable,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const deliveries = await deliverEverywhere(ctx, run, deliverable, signal);
  const outcome = { ...factsOf(deliverable), ...outcomeOf(deliverable, deliveries) };
  await finishRun(ctx, run, outcome);
  return outcome;
}

/** Delivers the files to all destinations at the same time: none waits for another. Returns how each delivery ended. */
async function deliverEverywhere(
  ctx: ExporterContext,
  run: ClaimedRun,
  { files, baseName, deliveries }: Deliverable,
  signal: AbortSignal,
): Promise<RunDelivery[]> {
  const ended = await Promise.allSettled(
    deliveries.map(async (before, position) => {
      if (before.type !== "sftp_push" || before.status !== "pending") return before;
      const delivery = await deliverToDestination(ctx, { run, delivery: before, position, files, baseName, signal });
      await saveDelivery(ctx, run, { position, delivery, files });
      return delivery;
    }),
  );
  return ended.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

function outcomeOf({ counts }: Deliverable, deliveries: readonly RunDelivery[]): FinishedOutcome {
  const failures = deliveries.filter(({ status }) => status === "failed");
  const [first] = failures;
  if (first && failures.length === deliveries.length) return { status: "failed", error: first.error };
  const hasRejections = deliveries.some((delivery) => delivery.type === "sftp_push" && delivery.products?.rejected);
  const hasErrors = failures.length > 0 || hasRejections || counts.invalid > 0;
  return { status: hasErrors ? "succeeded_with_errors" : "succeeded", error: first?.error ?? null };
}

const factsOf = ({ files, counts }: Pick<GeneratedOutcome, "files" | "counts">) => ({
  rows: counts.written,
  bytes: bytesOf(files),
  invalid: counts.invalid,
});

const bytesOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
