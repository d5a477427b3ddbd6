import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { WebhookEndpoint, WebhookEndpointCreate } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { sealSecret } from "@skucast/credentials/seal";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { requireScope } from "../require-scope.js";
import { type Call, changing, checkRoom, type WriteOptions } from "../resources.js";
import { checkTarget } from "../targets.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

/** Creates an endpoint; the answer is the only one that holds its secret. One that is only validated has none. */
export async function createWebhookEndpoint(
  call: Call<{ endpoint: WebhookEndpointCreate } & WriteOptions>,
): Promise<WebhookEndpoint & { secret?: string }> {
  const { ctx, principal, input } = call;
  requireScope(principal, "webhooks:write");
  const { url, description, status, event_types, secret = newWebhookSecret() } = input.endpoint;
  await checkTarget("/url", () => ctx.guard.checkUrl(url));
  return changing(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now } = change;
    const count = () => tx.webhookEndpoint.count({ where: { workspaceId } });
    await checkRoom(change, { count, max: LIMITS.webhookEndpointsPerWorkspace, noun: "webhook endpoints" });
    const id = newId("whe", now.getTime());
    const secretSealed = Uint8Array.from(sealSecret(ctx.keyring, secret, `${workspaceId}/${id}/secret`));
    const times = { createdAt: now, updatedAt: now };
    const data = { workspaceId, id, url, description, status, eventTypes: event_types, secretSealed, ...times };
    const created = webhookEndpointOf(await tx.webhookEndpoint.create({ data }));
    return input.validateOnly ? created : { ...created, secret };
  });
}
