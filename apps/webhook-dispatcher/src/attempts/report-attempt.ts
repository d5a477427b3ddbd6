import { METRICS } from "@skucast/service-kit/metric-names";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";

/**
 * Creates a function that reports each attempt in two metrics and one wide log line. Successful attempts are logged at
 * level debug: their lines would take half a kilobyte for each delivery, and PostgreSQL has a row for each attempt.
 */
export function createAttemptReporter({ logger, metrics }: Pick<DispatcherContext, "logger" | "metrics">) {
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
      // False: another process has claimed the delivery, and this attempt was not recorded.
      recorded: isRecorded,
    };
    const level = result.outcome === "delivered" && isRecorded ? "debug" : "info";
    logger[level](line, `delivery ${result.outcome}`);
  };
}
