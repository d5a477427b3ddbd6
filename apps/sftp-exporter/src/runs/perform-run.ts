import type { RunDelivery } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { findWritten } from "../files/find-written.js";
import { runFolder } from "../files/run-folder.js";
import { type FinishedOutcome, finishRun, saveDelivery, saveGenerated } from "./change-run.js";
import { deliverFile } from "./deliver-file.js";
import { generateFile } from "./generate-file.js";
import { loadWork, type RunWork } from "./load-work.js";
import type { ClaimedRun, LocalFile } from "./run-work.js";

/** How a run ended, for the log and the metrics. */
export interface RunOutcome extends FinishedOutcome {
  readonly rows: number;
  readonly invalid: number;
  readonly bytes: number;
}

interface Ready {
  readonly file: LocalFile;
  readonly invalid: number;
  readonly deliveries: readonly RunDelivery[];
}

/**
 * The story of a run: make the file (or find the one that an exporter before made and did not deliver everywhere), bring
 * it to every destination, say how it ended. Throws the signal's reason when the lease is lost or the process stops:
 * the run is then somebody else's, or is taken up later.
 */
export async function performRun(ctx: ExporterContext, run: ClaimedRun, signal: AbortSignal): Promise<RunOutcome> {
  const work = await loadWork(ctx, run);
  const ready = (await resumeDelivering(ctx, run, work)) ?? (await generate(ctx, run, work, signal));
  const deliveries = await deliverAll(ctx, run, ready, signal);
  const outcome = outcomeOf(ready, deliveries);
  await finishRun(ctx, run, outcome);
  return outcome;
}

/** Destinations that have the file keep it: they are not sent it twice. */
async function resumeDelivering(ctx: ExporterContext, run: ClaimedRun, work: RunWork): Promise<Ready | undefined> {
  const [file] = work.files;
  if (run.was !== "delivering" || !file) return undefined;
  const path = await findWritten(runFolder(ctx.settings.filesDir, run), file);
  return path === undefined
    ? undefined
    : { file: { ...file, path }, invalid: work.counts.invalid, deliveries: work.deliveries };
}

async function generate(ctx: ExporterContext, run: ClaimedRun, work: RunWork, signal: AbortSignal): Promise<Ready> {
  const { file, counts, issues } = await generateFile(ctx, { run, work, signal });
  const { path: _path, ...stored } = file;
  const deliveries = work.feed.deliveries.map(
    ({ type, destination_id }): RunDelivery => ({
      type,
      destination_id,
      status: "pending",
      attempts: 0,
      error: null,
      delivered_at: null,
    }),
  );
  await saveGenerated(ctx, run, { counts, files: [stored], issues, deliveries });
  return { file, invalid: counts.invalid, deliveries };
}

/** All destinations side by side: none waits for another. */
async function deliverAll(
  ctx: ExporterContext,
  run: ClaimedRun,
  { file, deliveries }: Ready,
  signal: AbortSignal,
): Promise<RunDelivery[]> {
  const ended = await Promise.allSettled(
    deliveries.map(async (before, place) => {
      if (before.status !== "pending") return before;
      const delivery = await deliverFile(ctx, { run, delivery: before, file, signal });
      await saveDelivery(ctx, run, { place, delivery, files: [file] });
      return delivery;
    }),
  );
  return ended.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

function outcomeOf({ file, invalid }: Ready, deliveries: readonly RunDelivery[]): RunOutcome {
  const failures = deliveries.filter(({ status }) => status === "failed");
  const [first] = failures;
  const facts = { rows: file.rows, bytes: file.bytes, invalid };
  if (first && failures.length === deliveries.length) return { ...facts, status: "failed", error: first.error };
  const hasErrors = failures.length > 0 || invalid > 0;
  return { ...facts, status: hasErrors ? "succeeded_with_errors" : "succeeded", error: first?.error ?? null };
}
