import { type Delivery, deliverySchema } from "@skucast/contracts/deliveries/delivery";
import type { DeliveryAttempt, Delivery as DeliveryRow } from "@skucast/db/generated/client";

/** What is shown with a delivery. */
interface DeliveryDetails {
  /** Undefined if the event is no longer stored. */
  readonly eventType: string | undefined;
  readonly attempts: readonly DeliveryAttempt[];
}

/**
 * A stored delivery as returned to clients. Attempts that were stored after the delivery was read are left out, so that
 * both show the same state.
 */
export const deliveryOf = (row: DeliveryRow, { eventType, attempts }: DeliveryDetails): Delivery =>
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

/** A delivery whose first attempt started as soon as it was planned has no stored time: it was due at once. */
const nextAttemptAt = ({ status, line, nextAttemptAt: at, createdAt }: DeliveryRow): Date | null =>
  at ?? (status === "pending" && line === null ? createdAt : null);
