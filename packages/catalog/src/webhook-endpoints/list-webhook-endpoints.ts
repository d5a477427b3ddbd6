import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

/** A page of endpoints, oldest first. */
export function listWebhookEndpoints(call: Call<PageRequest>): Promise<Page<WebhookEndpoint>> {
  const { after, limit } = call.input;
  return runRead(call, "webhooks:read", async (tx, workspaceId) => {
    const where = { workspaceId, id: { gt: after } };
    const rows = await tx.webhookEndpoint.findMany({ where, orderBy: { id: "asc" }, take: limit + 1 });
    return pageOf(rows.map(webhookEndpointOf), limit);
  });
}
