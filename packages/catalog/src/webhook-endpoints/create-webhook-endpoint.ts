import { newId } from "@skucast/contracts/ids";
import type { WebhookEndpoint, WebhookEndpointCreate } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { Prisma } from "@skucast/db/generated/client";
import { assertBelowLimit } from "../assert-below-limit.js";
import { assertTargetAllowed } from "../assert-target-allowed.js";
import { holderOf } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { runChange } from "../transactions.js";
import { assertChannelsExist } from "./assert-channels-exist.js";
import { assertStreamValid, requireAuditAccess } from "./audit-stream.js";
import { sealedKeyPair, sealedSecret } from "./new-keys.js";
import { assertOptionsCompatible, requestOptionColumns } from "./request-options.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

/** Creates an endpoint and returns its secret, which is never returned again. With `validateOnly` there is no secret. */
export async function createWebhookEndpoint(
  call: Call<{ endpoint: WebhookEndpointCreate } & WriteOptions>,
): Promise<WebhookEndpoint & { secret?: string }> {
  const { ctx, principal, input } = call;
  requireScope(principal, "webhooks:write");
  // An endpoint receives events, so creating one reads them.
  requireScope(principal, "webhooks:read");
  const { url, description, status, event_types, channel_ids, rate_per_second, ordering } = input.endpoint;
  const { secret = newWebhookSecret() } = input.endpoint;
  requireRecentSignIn(ctx, principal);
  requireAuditAccess(call, event_types);
  assertStreamValid(input.endpoint);
  assertOptionsCompatible(input.endpoint);
  await assertTargetAllowed("/url", () => ctx.guard.checkUrl(url));
  return runChange(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const count = () => tx.webhookEndpoint.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: ctx.quotas.webhookEndpoints, noun: "webhook endpoints" });
    await assertChannelsExist(change, { given: channel_ids, stored: null });
    const id = newId("whe", now.getTime());
    const endpoint = { workspaceId, endpointId: id };
    const keys = { ...sealedSecret(ctx, endpoint, secret), ...sealedKeyPair(ctx, endpoint) };
    const options = requestOptionColumns(ctx, endpoint, input.endpoint);
    const times = { createdAt: now, updatedAt: now };
    const policy = { channelIds: channel_ids ?? Prisma.DbNull, ratePerSecond: rate_per_second, ordering };
    const boundTo = holderOf(principal);
    const named = { workspaceId, id, url, description, status, eventTypes: event_types };
    const data = { ...named, boundTo, ...policy, ...keys, ...options, ...times };
    const created = webhookEndpointOf(await tx.webhookEndpoint.create({ data }));
    await audit("webhook_endpoint.created", id, { host: new URL(url).host });
    // After a dry run the keys are stored nowhere, so they must not be used.
    return input.validateOnly ? { ...created, public_key: null } : { ...created, secret };
  });
}
