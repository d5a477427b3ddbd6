import type { RunDelivery } from "@skucast/contracts/runs/run";
import { inSystem } from "@skucast/db/database";
import type { ExporterContext } from "../context.js";
import { deliverEverywhere } from "./deliver-everywhere.js";
import { type Deliverable, findMade } from "./find-made.js";
import { type FinishedOutcome, finishRun } from "./finish-run.js";
import { isUnchanged } from "./is-unchanged.js";
import { loadWork, type RunWork } from "./load-work.js";
import { makeFiles } from "./make-files.js";
import { CLAIMS_MAX, type ClaimedRun, TakenUpTooOften } from "./run-work.js";
import { saveGenerated } from "./save-generated.js";

/** How a run ended, for the log and the metrics. */
export interface RunOutcome extends FinishedOutcome {
  readonly rows: number;
  readonly invalid: number;
  readonly bytes: number;
}

/**
 * The story of a run: make the files (or find those that an exporter before made and did not deliver everywhere), bring
 * them to every destination unless nothing changed, say how it ended. Throws the signal's reason when the lease is lost or
 * the process stops: the run is then somebody else's, or is taken up later.
 */
export async function performRun(ctx: ExporterContext, run: ClaimedRun, signal: AbortSignal): Promise<RunOutcome> {
  if (run.claimCount > CLAIMS_MAX) throw new TakenUpTooOften();
  const work = await loadWork(ctx, run);
  const found = await findMade(ctx, run, work);
  if (found) return deliver(ctx, run, found, signal);
  const { comparison, ...made } = await makeFiles(ctx, { run, work, signal });
  const { medianPriceChange: _price, ...changes } = comparison;
  const files = made.files.map(({ path: _path, ...file }) => file);
  const generated = { ...made, files, counts: { ...made.counts, ...changes }, deliveries: pendingDeliveries(work) };
  const facts = factsOf({ files: made.files, invalid: made.counts.invalid });
  if (isUnchanged(files, work, ctx.clock.now())) {
    const skipped = { status: "skipped", error: null } as const;
    await finishRun(ctx, run, { ...skipped, generated: { ...generated, deliveries: [] } });
    return { ...facts, ...skipped };
  }
  await inSystem(ctx.db, (client) => saveGenerated(client, run, { generated, now: ctx.clock.now() }));
  return deliver(ctx, run, { ...generated, files: made.files, invalid: made.counts.invalid }, signal);
}

async function deliver(
  ctx: ExporterContext,
  run: ClaimedRun,
  made: Deliverable,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const deliveries = await deliverEverywhere(ctx, { run, made, signal });
  const outcome = outcomeOf(made, deliveries);
  await finishRun(ctx, run, outcome);
  return outcome;
}

const pendingDeliveries = ({ feed }: RunWork): RunDelivery[] =>
  feed.deliveries.map(({ type, destination_id }) => ({
    type,
    destination_id,
    status: "pending",
    attempts: 0,
    error: null,
    delivered_at: null,
  }));

function outcomeOf(made: Deliverable, deliveries: readonly RunDelivery[]): RunOutcome {
  const failures = deliveries.filter(({ status }) => status === "failed");
  const [first] = failures;
  const facts = factsOf(made);
  if (first && failures.length === deliveries.length) return { ...facts, status: "failed", error: first.error };
  const hasErrors = failures.length > 0 || made.invalid > 0;
  return { ...facts, status: hasErrors ? "succeeded_with_errors" : "succeeded", error: first?.error ?? null };
}

const factsOf = ({ files, invalid }: Pick<Deliverable, "files" | "invalid">) => ({
  rows: files.reduce((sum, file) => sum + file.rows, 0),
  bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  invalid,
});
