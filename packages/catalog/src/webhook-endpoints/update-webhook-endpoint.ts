import type { WebhookEndpoint, WebhookEndpointPatch } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { requireScope } from "../require-scope.js";
import { type Call, changing, definedOf, found, lock, previousOf, type WriteOptions } from "../resources.js";
import { checkTarget } from "../targets.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

/** Changes an endpoint; `status: active` enables one that was disabled. */
export async function updateWebhookEndpoint(
  call: Call<{ id: string; patch: WebhookEndpointPatch } & WriteOptions>,
): Promise<WebhookEndpoint> {
  const { ctx, principal, input } = call;
  const { id, patch, precondition } = input;
  requireScope(principal, "webhooks:write");
  const { url } = patch;
  if (url !== undefined) await checkTarget("/url", () => ctx.guard.checkUrl(url));
  return changing(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lock(change, "webhook_endpoints", id);
    const before = webhookEndpointOf(found(await tx.webhookEndpoint.findUnique({ where }), "webhook endpoint", id));
    precondition?.(before.version);
    const { event_types, ...fields } = definedOf(patch);
    const after = { ...before, ...fields, event_types: event_types ?? before.event_types };
    if (Object.keys(previousOf(before, after)).length === 0) return before;
    const disabledReason = after.status === "disabled" ? before.disabled_reason : null;
    const changed = { ...fields, eventTypes: after.event_types, disabledReason };
    const data = { ...changed, version: { increment: 1 }, updatedAt: now };
    return webhookEndpointOf(await tx.webhookEndpoint.update({ where, data }));
  });
}
