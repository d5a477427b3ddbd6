import { type Delivery, deliverySchema } from "@skucast/contracts/deliveries/delivery";
import type { DeliveryAttempt, Delivery as DeliveryRow } from "@skucast/db/generated/client";

/** What is told with a delivery. */
interface Told {
  /** Undefined when the event is not kept any more. */
  readonly eventType: string | undefined;
  readonly attempts: readonly DeliveryAttempt[];
}

/**
 * A stored delivery and its attempts as they are answered. An attempt that was written down between the two looks is not
 * among them yet: what is told of a delivery is of one moment.
 */
export const deliveryOf = (row: DeliveryRow, { eventType, attempts }: Told): Delivery =>
  deliverySchema.parse({
    id: row.id,
    event_id: row.eventId,
    event_type: eventType ?? null,
    endpoint_id: row.endpointId,
    status: row.status,
    attempt_count: row.attemptCount,
    next_attempt_at: nextAttemptAt(row)?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    attempts: attempts.filter(isCounted(row)).map((attempt) => ({
      number: attempt.number,
      started_at: attempt.startedAt.toISOString(),
      duration_ms: attempt.durationMs,
      outcome: attempt.outcome,
      status_code: attempt.statusCode,
      error: attempt.error,
      response_body: attempt.responseBody,
    })),
  });

const isCounted =
  ({ attemptCount }: DeliveryRow) =>
  ({ number }: DeliveryAttempt): boolean =>
    number <= attemptCount;

/** What was taken as it was planned has no time written down: it was due at once. */
const nextAttemptAt = ({ status, line, nextAttemptAt: at, createdAt }: DeliveryRow): Date | null =>
  at ?? (status === "pending" && line === null ? createdAt : null);
