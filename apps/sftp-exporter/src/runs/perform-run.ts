import type { RunDelivery } from "@skucast/contracts/runs/run";
import { inSystem } from "@skucast/db/database";
import type { ExporterContext } from "../context.js";
import { CLAIMS_MAX, type ClaimedRun, ClaimedTooOften } from "./claimed-run.js";
import { deliverEverywhere } from "./deliver-everywhere.js";
import { type Deliverable, findMade } from "./find-made.js";
import { type FinishedOutcome, finishRun, lockFeed } from "./finish-run.js";
import { holdRun } from "./hold-run.js";
import { isUnchanged } from "./is-unchanged.js";
import { judgeGuards } from "./judge-guards.js";
import { loadWork, type RunWork } from "./load-work.js";
import { type MadeFiles, makeFiles } from "./make-files.js";
import { type GeneratedOutcome, saveGenerated } from "./save-generated.js";
import { supersedeHeld } from "./supersede-held.js";

/** How a run left this exporter, for the log and the metrics. */
export interface RunOutcome {
  readonly status: FinishedOutcome["status"] | "held";
  readonly error: string | null;
  readonly rows: number;
  readonly invalid: number;
  readonly bytes: number;
}

/**
 * The story of a run: make the files (or find those that an exporter before made and did not deliver everywhere), leave
 * them when nothing changed, hold them when a guard trips, bring them to every destination, say how it ended. Throws the
 * signal's reason when the lease is lost or the process stops: the run is then somebody else's, or is taken up later.
 */
export async function performRun(ctx: ExporterContext, run: ClaimedRun, signal: AbortSignal): Promise<RunOutcome> {
  if (run.claimCount > CLAIMS_MAX) throw new ClaimedTooOften();
  const work = await loadWork(ctx, run);
  const found = await findMade(ctx, run, work);
  if (found) return deliver(ctx, run, found, signal);
  const made = await makeFiles(ctx, { run, work, signal });
  const generated = generatedOf(made, work);
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
      return deliver(ctx, run, { ...generated, baseName: work.feed.file_name }, signal);
  }
}

const NOT_BEGUN = {
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
 * Changes that are on their way outdate those of a run that is held: delivered after them, they would take them back.
 * Whole files are told apart from older ones by whoever releases them.
 */
function beginDelivery(ctx: ExporterContext, run: ClaimedRun, generated: GeneratedOutcome, work: RunWork) {
  return inSystem(ctx.db, async (client) => {
    const now = ctx.clock.now();
    await lockFeed(client, run);
    await saveGenerated(client, run, { generated, now });
    if (work.feed.coverage === "delta") await supersedeHeld(client, run, now);
  });
}

/** Whoever goes back to earlier files wants them, whatever the guards would say. */
function decide(made: GeneratedOutcome, work: RunWork, now: Date): "skip" | "hold" | "deliver" {
  if (work.source) return "deliver";
  if (hasNothingNew(made, work, now)) return "skip";
  return made.guards.some(({ verdict }) => verdict === "tripped") ? "hold" : "deliver";
}

function hasNothingNew({ coverage, files }: GeneratedOutcome, work: RunWork, now: Date): boolean {
  if (work.asked === "full") return false;
  if (work.feed.coverage === "delta") return coverage === "delta" && files.every(({ rows }) => rows === 0);
  return isUnchanged(files, work, now);
}

function generatedOf({ comparison, ...made }: MadeFiles, { feed, live, source }: RunWork): GeneratedOutcome {
  const { medianPriceChange: _price, ...changes } = comparison;
  const bytesTotal = bytesOf(made.files);
  return {
    ...made,
    counts: { ...made.counts, ...changes },
    guards: source ? [] : judgeGuards(feed.guards, { ...made, comparison, live }),
    deliveries: feed.deliveries.map((wanted) => ({ ...wanted, ...NOT_BEGUN, bytes_total: bytesTotal })),
  };
}

async function deliver(
  ctx: ExporterContext,
  run: ClaimedRun,
  made: Deliverable,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const deliveries = await deliverEverywhere(ctx, { run, made, signal });
  const outcome = { ...factsOf(made), ...outcomeOf(made, deliveries) };
  await finishRun(ctx, run, outcome);
  return outcome;
}

function outcomeOf({ counts }: Deliverable, deliveries: readonly RunDelivery[]): FinishedOutcome {
  const failures = deliveries.filter(({ status }) => status === "failed");
  const [first] = failures;
  if (first && failures.length === deliveries.length) return { status: "failed", error: first.error };
  const hasErrors = failures.length > 0 || counts.invalid > 0;
  return { status: hasErrors ? "succeeded_with_errors" : "succeeded", error: first?.error ?? null };
}

const factsOf = ({ files, counts }: Pick<GeneratedOutcome, "files" | "counts">) => ({
  rows: counts.written,
  bytes: bytesOf(files),
  invalid: counts.invalid,
});

const bytesOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
