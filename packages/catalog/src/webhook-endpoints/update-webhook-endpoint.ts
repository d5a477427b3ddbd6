import { validationFailed } from "@skucast/contracts/problem";
import type { WebhookEndpoint, WebhookEndpointPatch } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { Prisma } from "@skucast/db/generated/client";
import { assertTargetAllowed } from "../assert-target-allowed.js";
import { holderAfter } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import { definedFields, previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { lockRow, runChange } from "../transactions.js";
import { assertChannelsExist } from "./assert-channels-exist.js";
import { assertStaysStream, assertStreamValid, requireAuditAccess } from "./audit-stream.js";
import {
  assertOptionsCompatible,
  type GivenOptions,
  patchedSignature,
  requestOptionColumns,
} from "./request-options.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

/** The failure columns of an endpoint without attempts. */
const NO_FAILURES = {
  failingSince: null,
  lastFailedAt: null,
  failuresSince: null,
  failureCount: 0,
  failingNoticedAt: null,
};

/**
 * Updates an endpoint. `status: active` re-enables a disabled one. A person who changes where its events go needs a recent
 * sign-in. Stored headers are only ever sent to the server that they were given for.
 */
export async function updateWebhookEndpoint(
  call: Call<{ id: string; patch: WebhookEndpointPatch } & WriteOptions>,
): Promise<WebhookEndpoint> {
  const { ctx, principal, input } = call;
  const { id, patch, precondition } = input;
  requireScope(principal, "webhooks:write");
  const { url } = patch;
  if (url !== undefined) await assertTargetAllowed("/url", () => ctx.guard.checkUrl(url));
  return runChange(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "webhook_endpoints", id);
    const before = webhookEndpointOf(
      requireFound(await tx.webhookEndpoint.findUnique({ where }), "webhook endpoint", id),
    );
    precondition?.(before.version);
    requireAuditAccess(call, before.event_types);
    await assertChannelsExist(change, { given: patch.channel_ids, stored: before.channel_ids });
    const { headers, client_certificate, plain_signature: changes, ...shown } = patch;
    const plain_signature = patchedSignature(before.plain_signature, changes);
    const options = { headers, plain_signature, client_certificate };
    const { event_types, channel_ids, rate_per_second, ...fields } = definedFields(shown);
    const after = { ...before, ...definedFields(shown) };
    assertStaysStream(before.event_types, after.event_types);
    assertStreamValid(after);
    assertOptionsCompatible({ ...after, ...definedFields(options) });
    if (headers === undefined) assertHeadersStay(before, after);
    const changedFields = [...Object.keys(previousValues(before, after)), ...replacedOptions(before, options)];
    const isRedirected = changedFields.some((field) => DECIDES_RECEIVER.has(field));
    const isActivated = patch.status === "active";
    const boundTo = holderAfter(principal, { former: before.bound_to, isRedirected, isActivated });
    if (boundTo !== before.bound_to) changedFields.push("bound_to");
    // Who receives the events, and for how long, is decided as carefully as who gets a key.
    if (isRedirected || boundTo !== before.bound_to) requireRecentSignIn(ctx, principal);
    if (changedFields.some((field) => DECIDES_EVENTS.has(field))) requireScope(principal, "webhooks:read");
    if (changedFields.length === 0) return before;
    const disabledReason = after.status === "disabled" ? before.disabled_reason : null;
    // When the URL changes or the endpoint becomes active again, earlier failures no longer count.
    const isFreshStart = after.url !== before.url || (before.status !== "active" && after.status === "active");
    const changed = {
      ...fields,
      eventTypes: after.event_types,
      disabledReason,
      boundTo,
      ratePerSecond: after.rate_per_second,
      channelIds: after.channel_ids ?? Prisma.DbNull,
      ...requestOptionColumns(ctx, { workspaceId, endpointId: id }, options),
      ...(isFreshStart && NO_FAILURES),
    };
    const data = { ...changed, version: { increment: 1 }, updatedAt: now };
    await audit("webhook_endpoint.updated", id, { host: new URL(after.url).host, changed: changedFields });
    return webhookEndpointOf(await tx.webhookEndpoint.update({ where, data }));
  });
}

/** The values of headers are write-only, but a client that redirects them to its own server could read them there. */
function assertHeadersStay(before: WebhookEndpoint, after: Pick<WebhookEndpoint, "url">): void {
  if (before.headers.length === 0 || new URL(before.url).origin === new URL(after.url).origin) return;
  const message =
    "must be sent again because the server of url changes: a stored header is never sent to another server; send it, or an empty list, in the same request";
  throw validationFailed([{ pointer: "/headers", code: "required", message }]);
}

/** Fields that decide who receives the events, and who can sign them. */
const DECIDES_RECEIVER: ReadonlySet<string> = new Set(["url", "headers", "plain_signature", "client_certificate"]);

/** Fields that decide which events are sent where: changing them reads events. */
const DECIDES_EVENTS: ReadonlySet<string> = new Set(["url", "event_types", "channel_ids", "status"]);

/** Sealed values cannot be compared, so a given option counts as changed, unless it is empty before and after. */
function replacedOptions(before: WebhookEndpoint, { headers, plain_signature, client_certificate }: GivenOptions) {
  return [
    ...(headers && headers.length + before.headers.length > 0 ? ["headers"] : []),
    ...(plain_signature !== undefined && (plain_signature ?? before.plain_signature) ? ["plain_signature"] : []),
    ...(client_certificate !== undefined && (client_certificate ?? before.client_certificate)
      ? ["client_certificate"]
      : []),
  ];
}
