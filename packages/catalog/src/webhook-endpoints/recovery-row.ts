import { timeMsOf } from "@skucast/contracts/ids";
import { type Recovery, recoverySchema } from "@skucast/contracts/webhook-endpoints/recovery";
import type { WebhookRecovery } from "@skucast/db/generated/client";

/** A stored recovery as returned to clients. */
export const recoveryOf = (row: WebhookRecovery): Recovery =>
  recoverySchema.parse({
    id: row.id,
    endpoint_id: row.endpointId,
    status: row.status,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    includes_delivered: row.includesDelivered,
    reached: reachedBy(row).toISOString(),
    delivery_count: Number(row.deliveryCount),
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  });

/** `position` is the id of the last examined event. A completed recovery has reached `until`, even without later events. */
function reachedBy({ status, position, since, until }: WebhookRecovery): Date {
  if (status === "completed") return until;
  return new Date(Math.min(Math.max(timeMsOf(position), since.getTime()), until.getTime()));
}
