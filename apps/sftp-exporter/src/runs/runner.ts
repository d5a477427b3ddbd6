import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { StoreUnavailable } from "@skucast/file-store/store-unavailable";
import { backOff } from "@skucast/service-kit/back-off";
import { METRICS } from "@skucast/service-kit/metric-names";
import { inSpan } from "@skucast/service-kit/traces";
import type { ExporterContext } from "../context.js";
import { claimRun } from "./claim-run.js";
import { finishRun } from "./finish-run.js";
import { giveBack, keepLease, setAside } from "./keep-lease.js";
import { performRun, type RunOutcome } from "./perform-run.js";
import { pruneFiles } from "./prune-files.js";
import { CLAIMS_MAX, type ClaimedRun, FilesGone, LeaseLost, TakenUpTooOften } from "./run-work.js";

/** Works on runs, a bounded number at once. */
export interface Runner {
  /** Claims what waits for as long as there is room; resolves when nothing waits or no room is left. */
  takeUp(): Promise<void>;
  /** Told whenever a run has ended and there is room again. */
  onRoom(listener: () => void): void;
  /** Remembers in which trace a run was asked for, so that it goes on in it. */
  noteTrace(runId: string, traceparent: string | undefined): void;
  /** Resolves when no run is in hand. */
  idle(): Promise<void>;
  /** Leaves the runs in hand to others, at once. */
  abandon(): Promise<void>;
}

const TRACES_MAX = 1_000;

/** The process stops: a run in hand is given back. */
class Stopping extends Error {
  override readonly name = "Stopping";
}

export function createRunner(ctx: ExporterContext): Runner {
  for (const definition of [METRICS.runs, METRICS.runsPostponed]) ctx.metrics.counterFromZero<string>(definition);
  const inHand = new Set<Promise<void>>();
  const traces = new Map<string, string>();
  const stopping = new AbortController();
  let tellRoom = () => {};

  function begin(run: ClaimedRun): void {
    const parent = traces.get(run.id);
    traces.delete(run.id);
    const span = { tracer: "sftp-exporter", name: "run.perform", kind: "consumer", parent } as const;
    const work = inSpan(span, () => perform(run)).finally(() => {
      inHand.delete(work);
      tellRoom();
    });
    inHand.add(work);
  }

  async function perform(run: ClaimedRun): Promise<void> {
    const lease = keepLease(ctx, run);
    try {
      const outcome = await performRun(ctx, run, AbortSignal.any([lease.signal, stopping.signal]));
      tellFinished(ctx, run, outcome);
    } catch (error) {
      await leaveOrFail(ctx, run, error).catch((err: unknown) => {
        ctx.logger.error({ event: "run.not_finished", run_id: run.id, err }, "the run is taken up again later");
      });
    } finally {
      await lease.stop();
    }
    await pruneFiles(ctx, run).catch((err: unknown) => {
      ctx.logger.warn({ event: "run.files_not_pruned", run_id: run.id, err }, "older files are removed later");
    });
  }

  return {
    async takeUp() {
      while (inHand.size < ctx.settings.runsMax && !stopping.signal.aborted) {
        const run = await claimRun(ctx);
        if (!run) return;
        ctx.hints.note(run.workspaceId, "run");
        begin(run);
      }
    },
    onRoom(listener) {
      tellRoom = listener;
    },
    noteTrace(runId, traceparent) {
      if (traceparent !== undefined && traces.size < TRACES_MAX) traces.set(runId, traceparent);
    },
    async idle() {
      while (inHand.size > 0) await Promise.all(inHand);
    },
    async abandon() {
      stopping.abort(new Stopping("the exporter stops"));
      await Promise.all(inHand);
    },
  };
}

/** A run that is no longer ours is left alone; one that cannot be done is failed with a sentence that shows no secret. */
async function leaveOrFail(ctx: ExporterContext, run: ClaimedRun, error: unknown): Promise<void> {
  const facts = { run_id: run.id, feed_id: run.feedId, workspace_id: run.workspaceId };
  if (error instanceof LeaseLost) {
    ctx.logger.warn({ event: "run.lease_lost", ...facts }, "the run was taken over by another exporter");
    return;
  }
  // Asked first: what the store's connection broke by may look like the database's.
  if (error instanceof StoreUnavailable) {
    if (run.claimCount < CLAIMS_MAX) return waitForStore(ctx, run, error);
  } else if (error instanceof Stopping || isDatabaseUnavailable(error)) {
    await giveBack(ctx, run);
    ctx.logger.info({ event: "run.given_back", ...facts }, "the run is left to another exporter");
    return;
  }
  const reference = randomUUID();
  ctx.logger.error({ event: "run.broken", reference, ...facts, err: error }, "the run failed");
  const isKnown = error instanceof TakenUpTooOften || error instanceof FilesGone || error instanceof StoreUnavailable;
  const told = isKnown ? error.message : "the file could not be made";
  const failed = { status: "failed", error: `${told} (reference ${reference})` } as const;
  await finishRun(ctx, run, failed);
  tellFinished(ctx, run, { ...failed, rows: 0, invalid: 0, bytes: 0 });
}

const STORE_PAUSE_MS_MAX = 60_000;

/** Longer from try to try, so that a store that is down for a quarter of an hour fails no run. */
async function waitForStore(ctx: ExporterContext, run: ClaimedRun, err: StoreUnavailable): Promise<void> {
  const pauseMs = backOff({ baseMs: ctx.settings.retryDelayMs, maxMs: STORE_PAUSE_MS_MAX })(run.claimCount);
  await setAside(ctx, run, pauseMs);
  const facts = { run_id: run.id, feed_id: run.feedId, workspace_id: run.workspaceId };
  const { reason } = err;
  ctx.metrics.counter(METRICS.runsPostponed).inc({ reason });
  ctx.logger.warn(
    { event: "run.set_aside", ...facts, reason, pause_ms: pauseMs, err },
    `the run waits: ${err.message}`,
  );
}

function tellFinished({ clock, logger, metrics }: ExporterContext, run: ClaimedRun, outcome: RunOutcome): void {
  const { status, rows, invalid, bytes, error } = outcome;
  const durationMs = clock.now().getTime() - run.startedAt.getTime();
  metrics.counter(METRICS.runs).inc({ status });
  metrics.histogram(METRICS.runDuration).observe({ status }, durationMs / 1_000);
  metrics.counter(METRICS.runRows).inc(rows);
  logger.info(
    {
      event: "run.finished",
      workspace_id: run.workspaceId,
      run_id: run.id,
      feed_id: run.feedId,
      status,
      rows,
      invalid,
      bytes,
      error,
      duration_ms: durationMs,
    },
    `run ${status}`,
  );
}
