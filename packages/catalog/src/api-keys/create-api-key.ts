import type { ApiKey, ApiKeyCreate } from "@skucast/contracts/api-keys/api-key";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE, permissionsOfKey } from "@skucast/contracts/scopes";
import { hashToken, newToken } from "@skucast/credentials/token";
import { Prisma } from "@skucast/db/generated/client";
import { assertBelowLimit } from "../assert-below-limit.js";
import { auditActorOf } from "../audit/audit-actor.js";
import type { Call, WriteOptions } from "../call.js";
import { channelListFaults } from "../channels/channel-list-faults.js";
import { lockMembers } from "../members/lock-members.js";
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
    // The removal of a person sees the keys that they create at the same time.
    await lockMembers(change);
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

/** What a key may do, for the audit log: also a key without limits has its scopes there. */
const limitsOf = ({ scopes, expires_at, channels }: ApiKey): Record<string, unknown> => ({
  scopes: permissionsOfKey(scopes, channels !== null),
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
