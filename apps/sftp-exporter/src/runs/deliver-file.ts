import type { RunDelivery } from "@skucast/contracts/runs/run";
import { backOff } from "@skucast/service-kit/back-off";
import { delay } from "@skucast/service-kit/clock";
import { inSpan } from "@skucast/service-kit/traces";
import { openSession } from "@skucast/sftp/open-session";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import { uploadFile } from "@skucast/sftp/upload-file";
import type { ExporterContext } from "../context.js";
import { loadDestination } from "./load-destination.js";
import type { ClaimedRun, LocalFile } from "./run-work.js";

const TRIES_MAX = 3;

interface DeliveryWork {
  readonly run: ClaimedRun;
  readonly delivery: RunDelivery;
  readonly files: readonly LocalFile[];
  readonly signal: AbortSignal;
}

/**
 * Brings the files to one destination, with up to three tries for faults of the line. What became of it is the answer;
 * only the signal's reason is thrown.
 */
export function deliverFile(ctx: ExporterContext, work: DeliveryWork): Promise<RunDelivery> {
  return inSpan({ tracer: "sftp-exporter", name: "run.deliver", kind: "client" }, async () => {
    const startedMs = performance.now();
    const outcome = await deliver(ctx, work);
    const { run, files } = work;
    ctx.logger[outcome.status === "delivered" ? "info" : "warn"](
      {
        event: "delivery.finished",
        workspace_id: run.workspaceId,
        run_id: run.id,
        feed_id: run.feedId,
        destination_id: outcome.destination_id,
        status: outcome.status,
        attempts: outcome.attempts,
        error: outcome.error,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        duration_ms: Math.round(performance.now() - startedMs),
      },
      `delivery ${outcome.status}`,
    );
    return outcome;
  });
}

async function deliver(ctx: ExporterContext, work: DeliveryWork): Promise<RunDelivery> {
  const { delivery, signal } = work;
  const pauseMs = backOff({ baseMs: ctx.settings.retryDelayMs, maxMs: 60_000 });
  for (let attempts = delivery.attempts + 1; ; attempts += 1) {
    const failure = await attempt(ctx, work);
    if (!failure) {
      return { ...delivery, status: "delivered", attempts, error: null, delivered_at: ctx.clock.now().toISOString() };
    }
    const tries = attempts - delivery.attempts;
    const facts = {
      run_id: work.run.id,
      destination_id: delivery.destination_id,
      code: failure.code,
      attempt: attempts,
    };
    ctx.logger.warn({ event: "delivery.attempt_failed", ...facts, err: failure }, "a try to deliver failed");
    if (!failure.isTransient || tries >= TRIES_MAX) {
      return { ...delivery, status: "failed", attempts, error: failure.message };
    }
    await delay(pauseMs(tries), signal);
  }
}

/** One try: undefined when every file stands under its final name. */
async function attempt(ctx: ExporterContext, work: DeliveryWork): Promise<SftpFailure | undefined> {
  const { run, delivery, files, signal } = work;
  try {
    const destination = await loadDestination(ctx, run.workspaceId, delivery.destination_id);
    if (!destination) return new SftpFailure("not_found", "the destination was deleted");
    const { stallTimeoutMs } = ctx.settings;
    const session = await openSession(destination.target, { guard: ctx.guard, signal, stallTimeoutMs });
    try {
      const { folder, strategy } = destination;
      for (const { path: localPath, bytes, name } of files) {
        await uploadFile(session, { localPath, bytes, name, folder, strategy, runId: run.id });
      }
    } finally {
      session.close();
    }
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SftpFailure) return error;
    throw error;
  }
}
