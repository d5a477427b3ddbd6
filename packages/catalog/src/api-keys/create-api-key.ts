import type { ApiKey, ApiKeyCreate } from "@skucast/contracts/api-keys/api-key";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { hashToken, newToken } from "@skucast/credentials/token";
import { auditActorOf } from "../audit/audit-actor.js";
import { type Call, changing, checkRoom, type WriteOptions } from "../resources.js";
import { apiKeyOf, SECRET_HASH } from "./api-key-row.js";

/** Creates a key; the answer is the only one that holds its secret. One that is only validated has none. */
export function createApiKey(
  call: Call<{ apiKey: ApiKeyCreate } & WriteOptions>,
): Promise<ApiKey & { secret?: string }> {
  const { principal, input } = call;
  return changing(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const count = () => tx.apiKey.count({ where: { workspaceId, revokedAt: null } });
    await checkRoom(change, { count, max: LIMITS.apiKeysPerWorkspace, noun: "API keys" });
    const secret = newToken("sk");
    const id = newId("key", now.getTime());
    const stored = { secretHash: Uint8Array.from(hashToken(secret)), lastFour: secret.slice(-4) };
    const { name } = input.apiKey;
    const data = { workspaceId, id, name, ...stored, createdAt: now, createdBy: auditActorOf(principal).id };
    const created = apiKeyOf(await tx.apiKey.create({ data, omit: SECRET_HASH }));
    await audit("api_key.created", id, { name });
    return input.validateOnly ? created : { ...created, secret };
  });
}
