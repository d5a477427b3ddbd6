import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { StoreUnavailable } from "@skucast/file-store/store-unavailable";
import { createBackOff } from "@skucast/service-kit/back-off";
import { type LeasedWork, startLeasedWork } from "@skucast/service-kit/leased-work";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ExporterContext } from "../context.js";
import { claimRun } from "./claim-run.js";
import { CLAIMS_MAX, type ClaimedRun, ClaimedTooOften, FilesGone } from "./claimed-run.js";
import { finishRun } from "./finish-run.js";
import { performRun, type RunOutcome } from "./perform-run.js";
import { pruneFiles } from "./prune-files.js";
import { postponeRun, releaseRun, renewLease } from "./run-lease.js";

export interface Runs extends LeasedWork {
  /** Looks for runs now. The given run continues the trace in which it was requested. */
  runQueued(runId: string, traceparent: string | undefined): void;
}

/** Runs queued beyond this number do not continue the trace of their request. */
const TRACES_MAX = 1_000;

/** Claims and performs runs until stopped, and calls `onRunEnded` after each. */
export function startRuns(ctx: ExporterContext, onRunEnded: () => void): Runs {
  const traces = new Map<string, string>();

  async function claim(): Promise<ClaimedRun | undefined> {
    const run = await claimRun(ctx);
    if (run) ctx.hints.note(run.workspaceId, "run");
    return run;
  }

  function traceOf({ id }: ClaimedRun): string | undefined {
    const traceparent = traces.get(id);
    traces.delete(id);
    return traceparent;
  }

  const work = startLeasedWork<ClaimedRun>({
    name: "runs",
    noun: "run",
    concurrency: ctx.settings.runsMax,
    leaseMs: ctx.settings.leaseMs,
    pollIntervalMs: ctx.settings.pollIntervalMs,
    logger: ctx.logger,
    claim,
    renew: (run) => renewLease(ctx, run),
    release: (run) => releaseRun(ctx, run),
    perform: async (run, { signal }) => logFinished(ctx, run, await performRun(ctx, run, signal)),
    // When the connection to the store breaks, the error may look like a database error.
    shouldRelease: (error) => !(error instanceof StoreUnavailable) && isDatabaseUnavailable(error),
    giveUp: (run, error) => postponeOrFail(ctx, run, error),
    onEnd: (run) => {
      onRunEnded();
      return pruneOrWarn(ctx, run);
    },
    facts: factsOf,
    span: (run) => ({ tracer: "sftp-exporter", name: "run.perform", parent: traceOf(run) }),
  });

  return {
    ...work,
    runQueued(runId, traceparent) {
      if (traceparent !== undefined && traces.size < TRACES_MAX) traces.set(runId, traceparent);
      work.wake();
    },
  };
}

const factsOf = ({ id, feedId, workspaceId }: ClaimedRun) => ({
  run_id: id,
  feed_id: feedId,
  workspace_id: workspaceId,
});

async function postponeOrFail(ctx: ExporterContext, run: ClaimedRun, error: unknown): Promise<void> {
  if (error instanceof StoreUnavailable && run.claimCount < CLAIMS_MAX) return postpone(ctx, run, error);
  const reference = randomUUID();
  ctx.logger.error({ event: "run.broken", reference, ...factsOf(run), err: error }, "the run failed");
  // Only these messages are known to contain no secrets.
  const isPublic = error instanceof ClaimedTooOften || error instanceof FilesGone || error instanceof StoreUnavailable;
  const message = isPublic ? error.message : "the file could not be made";
  const failed = { status: "failed", error: `${message} (reference ${reference})` } as const;
  await finishRun(ctx, run, failed);
  logFinished(ctx, run, { ...failed, rows: 0, invalid: 0, bytes: 0 });
}

const STORE_PAUSE_MS_MAX = 60_000;

/** The pause grows with each claim, so that no run fails when the store is down for a quarter of an hour. */
async function postpone(ctx: ExporterContext, run: ClaimedRun, err: StoreUnavailable): Promise<void> {
  const pauseMs = createBackOff({ baseMs: ctx.settings.retryDelayMs, maxMs: STORE_PAUSE_MS_MAX })(run.claimCount);
  await postponeRun(ctx, run, pauseMs);
  const { reason } = err;
  ctx.metrics.counter(METRICS.runsPostponed).inc({ reason });
  ctx.logger.warn(
    { event: "run.set_aside", ...factsOf(run), reason, pause_ms: pauseMs, err },
    `the run is postponed: ${err.message}`,
  );
}

async function pruneOrWarn(ctx: ExporterContext, run: ClaimedRun): Promise<void> {
  await pruneFiles(ctx, run).catch((err: unknown) => {
    ctx.logger.warn({ event: "run.files_not_pruned", run_id: run.id, err }, "older files are removed later");
  });
}

function logFinished({ clock, logger, metrics }: ExporterContext, run: ClaimedRun, outcome: RunOutcome): void {
  const { status, rows, invalid, bytes, error } = outcome;
  const durationMs = clock.now().getTime() - run.startedAt.getTime();
  metrics.counter(METRICS.runs).inc({ status });
  metrics.histogram(METRICS.runDuration).observe({ status }, durationMs / 1_000);
  metrics.counter(METRICS.runRows).inc(rows);
  logger.info(
    {
      event: "run.finished",
      ...factsOf(run),
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
