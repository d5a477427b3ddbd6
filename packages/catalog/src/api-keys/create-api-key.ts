import type { ApiKey, ApiKeyCreate } from "@skucast/contracts/api-keys/api-key";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { type Fault, Problem, validationFailed } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE, missingPermissionMessage, permissionsOfKey } from "@skucast/contracts/scopes";
import { hashToken, newToken } from "@skucast/credentials/token";
import { Prisma } from "@skucast/db/generated/client";
import { assertBelowLimit } from "../assert-below-limit.js";
import { auditActorOf } from "../audit/audit-actor.js";
import type { Call, WriteOptions } from "../call.js";
import { channelListFaults } from "../channels/channel-list-faults.js";
import { lockMembers } from "../members/ownership.js";
import { requireConfirmedAddress } from "../require-confirmed-address.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { type Change, runChange } from "../transactions.js";
import { apiKeyOf, SECRET_HASH, whereStatus } from "./api-key-row.js";
import { assertGrantable } from "./assert-grantable.js";

/** Creates a key and returns its secret, which is never returned again. With `validateOnly` there is no secret. */
export async function createApiKey(
  call: Call<{ apiKey: ApiKeyCreate } & WriteOptions>,
): Promise<ApiKey & { secret?: string }> {
  const { principal, input } = call;
  requireRecentSignIn(call.ctx, principal);
  await requireConfirmedAddress(call.ctx, principal);
  return runChange(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit } = change;
    await assertStillManages(change, principal);
    const { name, scopes, expiresAt, channelIds } = keyLimitsOf(input.apiKey);
    assertGrantable(principal, { permissions: permissionsOfKey(scopes, channelIds !== null), expiresAt });
    await assertLimitsValid(change, { scopes, expiresAt, channelIds });
    const count = () => tx.apiKey.count({ where: { workspaceId, ...whereStatus("active", now) } });
    await assertBelowLimit(change, { count, max: LIMITS.apiKeysPerWorkspace, noun: "API keys" });
    const secret = newToken("sk");
    const id = newId("key", now.getTime());
    const stored = { secretHash: Uint8Array.from(hashToken(secret)), lastFour: secret.slice(-4) };
    const limits = { scopes: scopes?.join(" ") ?? null, expiresAt, channelIds: channelIds ?? Prisma.DbNull };
    const creation = { createdAt: now, createdBy: auditActorOf(principal).id };
    const row = await tx.apiKey.create({
      data: { workspaceId, id, name, ...stored, ...limits, ...creation },
      omit: SECRET_HASH,
    });
    const created = apiKeyOf(row, now);
    await audit("api_key.created", id, { name, ...limitsOf(created) });
    return input.validateOnly ? created : { ...created, secret };
  });
}

/**
 * Locks the members, so that the removal of a person sees the keys that they create at the same time, and rejects a key
 * that has lost the management of the workspace meanwhile.
 */
async function assertStillManages(change: Change, principal: Principal): Promise<void> {
  await lockMembers(change);
  if (principal.kind !== "api_key") return;
  const { workspaceId } = change;
  const key = await change.tx.apiKey.findUnique({
    where: { workspaceId_id: { workspaceId, id: principal.keyId } },
    select: { managementEndedAt: true },
  });
  if (key?.managementEndedAt) throw new Problem("forbidden", missingPermissionMessage(MANAGE_WORKSPACE));
}

/** The limits of a key, for the audit log; empty if it has none. */
const limitsOf = ({ scopes, expires_at, channels }: ApiKey): Record<string, unknown> => ({
  ...(scopes && { scopes }),
  ...(expires_at && { expires_at }),
  ...(channels && { channels }),
});

interface KeyLimits {
  readonly scopes: ApiKey["scopes"];
  readonly expiresAt: Date | null;
  readonly channelIds: string[] | null;
}

const keyLimitsOf = ({ name, scopes, expires_at, channels }: ApiKeyCreate): KeyLimits & { readonly name: string } => ({
  name,
  scopes: scopes ? [...new Set(scopes)] : null,
  expiresAt: expires_at ? new Date(expires_at) : null,
  channelIds: channels ?? null,
});

async function assertLimitsValid(change: Change, { scopes, expiresAt, channelIds }: KeyLimits): Promise<void> {
  const faults: Fault[] = [];
  if (expiresAt !== null && expiresAt <= change.now) {
    faults.push({ pointer: "/expires_at", code: "not_allowed", message: "must be in the future" });
  }
  if (channelIds !== null && scopes?.includes(MANAGE_WORKSPACE)) {
    const message = `must not contain ${MANAGE_WORKSPACE}: a key that is limited to channels cannot manage the workspace`;
    faults.push({ pointer: "/scopes", code: "not_allowed", message });
  }
  if (channelIds !== null) faults.push(...(await channelListFaults(change, channelIds, { field: "/channels" })));
  if (faults.length > 0) throw validationFailed(faults);
}
