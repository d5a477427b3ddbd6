import { type Recovery, recoverySchema } from "@skucast/contracts/webhook-endpoints/recovery";
import type { WebhookRecovery } from "@skucast/db/generated/client";

/** A stored recovery as it is answered. */
export const recoveryOf = (row: WebhookRecovery): Recovery =>
  recoverySchema.parse({
    id: row.id,
    endpoint_id: row.endpointId,
    status: row.status,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    delivery_count: Number(row.deliveryCount),
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  });
