import type { RunPush } from "@skucast/contracts/runs/run";
import { createBackOff } from "@skucast/service-kit/back-off";
import { delay } from "@skucast/service-kit/clock";
import { inSpan } from "@skucast/service-kit/traces";
import { createRemoteLeftovers } from "@skucast/sftp/remote-leftovers";
import type { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { ExporterContext } from "../context.js";
import { attemptDelivery, type DeliveryWork } from "./attempt-delivery.js";

const ATTEMPTS_MAX = 3;

/**
 * Delivers the files to one destination, with up to three attempts for transient failures. Returns how the delivery ended:
 * `error` is the last failure and names the files that the attempts left at the host; `remark` has earlier failures with
 * other reasons. Throws only the signal's reason and errors that the partner did not cause.
 */
export function deliverToDestination(ctx: ExporterContext, work: DeliveryWork): Promise<RunPush> {
  return inSpan({ tracer: "sftp-exporter", name: "run.deliver", kind: "client" }, async () => {
    const startedMs = performance.now();
    const outcome = await attemptUntilEnded(ctx, work);
    const { run } = work;
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
        bytes: outcome.bytes_total,
        duration_ms: Math.round(performance.now() - startedMs),
      },
      `delivery ${outcome.status}`,
    );
    return outcome;
  });
}

async function attemptUntilEnded(ctx: ExporterContext, work: DeliveryWork): Promise<RunPush> {
  const { signal } = work;
  let { delivery } = work;
  const pauseMs = createBackOff({ baseMs: ctx.settings.retryDelayMs, maxMs: 60_000 });
  const attemptsBefore = delivery.attempts;
  const leftovers = createRemoteLeftovers();
  const failures: SftpFailure[] = [];
  for (let attempts = attemptsBefore + 1; ; attempts += 1) {
    const { failure, uploaded, start, products, bytesSent, bytesTotal } = await attemptDelivery(ctx, {
      ...work,
      delivery,
      leftovers,
    });
    const sent = { attempts, bytes_sent: bytesSent, bytes_total: bytesTotal, remark: uploaded?.remark ?? null };
    const verification = uploaded?.verification ?? null;
    delivery = { ...delivery, ...start, ...(products && { products }) };
    if (!failure) {
      const deliveredAt = ctx.clock.now().toISOString();
      const serverMessage = uploaded?.serverMessage ?? null;
      const delivered = {
        status: "delivered",
        error: null,
        server_message: serverMessage,
        delivered_at: deliveredAt,
      } as const;
      return { ...delivery, ...sent, ...delivered, verification };
    }
    const attemptsNow = attempts - attemptsBefore;
    const facts = {
      run_id: work.run.id,
      destination_id: delivery.destination_id,
      code: failure.code,
      attempt: attempts,
      server_message: failure.serverMessage,
    };
    ctx.logger.warn({ event: "delivery.attempt_failed", ...facts, err: failure }, "a delivery attempt failed");
    if (!failure.isTransient || attemptsNow >= ATTEMPTS_MAX) {
      const failed = { status: "failed", error: failure.message, server_message: failure.serverMessage } as const;
      return { ...delivery, ...sent, ...failed, remark: remarkOf(failures, failure), verification };
    }
    failures.push(failure);
    await delay(pauseMs(attemptsNow), signal);
  }
}

/** The reasons of earlier failures, without the last one's. */
function remarkOf(before: readonly SftpFailure[], last: SftpFailure): string | null {
  const reasons = new Set(before.map(({ reason }) => reason));
  reasons.delete(last.reason);
  return reasons.size === 0 ? null : `failures of earlier attempts: ${[...reasons].join("; ")}`;
}
