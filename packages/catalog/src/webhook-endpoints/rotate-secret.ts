import type { WebhookEndpoint, WebhookSecretRotation } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import type { WebhookEndpoint as WebhookEndpointRow } from "@skucast/db/generated/client";
import { holderAfter } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { lockRow, runChange } from "../transactions.js";
import { requireAuditAccess } from "./audit-stream.js";
import { formerKeysAfter, formerKeysOf, type ReplacedKey } from "./former-keys.js";
import { sealedKeyPair, sealedSecret } from "./new-keys.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

/**
 * Replaces an endpoint's secret, and its key pair if requested. The replaced keys also sign until the overlap ends. Returns
 * the new secret, which is never returned again; with `validateOnly` there is none. People need a recent sign-in.
 */
export async function rotateSecret(
  call: Call<{ id: string; rotation: WebhookSecretRotation } & WriteOptions>,
): Promise<WebhookEndpoint & { secret?: string }> {
  const { ctx, input } = call;
  const { id, rotation, precondition } = input;
  requireScope(call.principal, "webhooks:write");
  // The response shows the endpoint.
  requireScope(call.principal, "webhooks:read");
  // Who knows the secret can send the receiver events in our name.
  requireRecentSignIn(ctx, call.principal);
  return runChange(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "webhook_endpoints", id);
    const row = requireFound(await tx.webhookEndpoint.findUnique({ where }), "webhook endpoint", id);
    precondition?.(Number(row.version));
    requireAuditAccess(call, webhookEndpointOf(row).event_types);
    const endpoint = { workspaceId, endpointId: id };
    const secret = rotation.secret ?? newWebhookSecret();
    const data = {
      ...sealedSecret(ctx, endpoint, secret),
      ...(rotation.key_pair && sealedKeyPair(ctx, endpoint)),
      formerKeys: formerKeysAfter(formerKeysOf(row.formerKeys), {
        replaced: replacedKeys(row, rotation.key_pair),
        overlapHours: rotation.overlap_hours,
        now,
      }).map((key) => ({ ...key })),
      boundTo: holderAfter(call.principal, { former: row.boundTo, isRedirected: true, isActivated: false }),
      version: { increment: 1 },
      updatedAt: now,
    };
    const rotated = webhookEndpointOf(await tx.webhookEndpoint.update({ where, data }));
    const { overlap_hours, key_pair } = rotation;
    await audit("webhook_endpoint.secret_rotated", id, { overlap_hours, key_pair });
    if (!input.validateOnly) return { ...rotated, secret };
    return rotation.key_pair ? { ...rotated, public_key: null } : rotated;
  });
}

function replacedKeys(row: WebhookEndpointRow, isPairReplaced: boolean): ReplacedKey[] {
  const { secretSealed, privateKeySealed, publicKey } = row;
  const sealed = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return [
    { kind: "secret", public_key: null, sealed: sealed(secretSealed) },
    ...(isPairReplaced && privateKeySealed
      ? [{ kind: "key_pair" as const, public_key: publicKey, sealed: sealed(privateKeySealed) }]
      : []),
  ];
}
