import { type WebhookEndpoint, webhookEndpointSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { WebhookEndpoint as WebhookEndpointRow } from "@skucast/db/generated/client";
import { formerKeysOf } from "./former-keys.js";

/** A stored endpoint as it is answered: without its secrets, and with the former keys that it had signing at its last change. */
export const webhookEndpointOf = (
  row: Omit<WebhookEndpointRow, "workspaceId" | "secretSealed" | "privateKeySealed">,
): WebhookEndpoint =>
  webhookEndpointSchema.parse({
    id: row.id,
    url: row.url,
    description: row.description,
    status: row.status,
    event_types: row.eventTypes,
    channel_ids: row.channelIds,
    rate_per_second: row.ratePerSecond,
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    public_key: row.publicKey,
    former_keys: formerKeysOf(row.formerKeys).map(({ sealed: _, ...key }) => key),
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
