import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

export function getWebhookEndpoint(call: Call<{ id: string }>): Promise<WebhookEndpoint> {
  const { id } = call.input;
  return runRead(call, "webhooks:read", async (tx, workspaceId) => {
    const row = await tx.webhookEndpoint.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    return webhookEndpointOf(requireFound(row, "webhook endpoint", id));
  });
}
