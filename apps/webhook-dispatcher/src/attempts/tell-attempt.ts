import { METRICS } from "@skucast/service-kit/metric-names";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";

/**
 * Two metrics and one wide log line for each attempt. A line about each delivery that succeeds would be half a kilobyte a
 * delivery: those are told at level debug, and stand in the log of attempts anyway.
 */
export function createTeller({ logger, metrics }: Pick<DispatcherContext, "logger" | "metrics">) {
  const attempts = metrics.counterFromZero(METRICS.deliveryAttempts);
  const durations = metrics.histogram(METRICS.deliveryAttemptDuration);
  return ({ delivery, decision, result, number, durationMs }: EndedAttempt, isRecorded: boolean): void => {
    const outcome = decision.type;
    attempts.inc({ outcome });
    durations.observe({ outcome }, durationMs / 1_000);
    const line = {
      event: "delivery.attempted",
      workspace_id: delivery.workspaceId,
      endpoint_id: delivery.endpoint.endpointId,
      delivery_id: delivery.id,
      event_id: delivery.event.id,
      event_type: delivery.event.type,
      attempt: number,
      outcome: result.outcome,
      status_code: result.statusCode,
      error: result.error,
      duration_ms: durationMs,
      decision: outcome,
      next_attempt_at: decision.type === "retry" ? decision.nextAttemptAt.toISOString() : null,
      // False: somebody else holds the delivery by now, and this attempt was not written down.
      recorded: isRecorded,
    };
    const level = result.outcome === "delivered" && isRecorded ? "debug" : "info";
    logger[level](line, `delivery ${result.outcome}`);
  };
}
