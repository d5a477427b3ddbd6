import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { type Call, found, reading } from "../resources.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

export function getWebhookEndpoint(call: Call<{ id: string }>): Promise<WebhookEndpoint> {
  const { id } = call.input;
  return reading(call, "webhooks:read", async (tx, workspaceId) => {
    const row = await tx.webhookEndpoint.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    return webhookEndpointOf(found(row, "webhook endpoint", id));
  });
}
