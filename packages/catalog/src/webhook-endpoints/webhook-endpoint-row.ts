import { type WebhookEndpoint, webhookEndpointSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { WebhookEndpoint as WebhookEndpointRow } from "@skucast/db/generated/client";

/** A stored endpoint as it is answered: without its secret. */
export const webhookEndpointOf = (row: Omit<WebhookEndpointRow, "workspaceId" | "secretSealed">): WebhookEndpoint =>
  webhookEndpointSchema.parse({
    id: row.id,
    url: row.url,
    description: row.description,
    status: row.status,
    event_types: row.eventTypes,
    disabled_reason: row.disabledReason,
    public_key: row.publicKey,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
