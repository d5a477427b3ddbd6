import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { type Call, changing, found, lock, type WriteOptions } from "../resources.js";
import { SECRET_HASH } from "./api-key-row.js";

/** Revokes a key for good; one that is revoked already stays as it is. */
export function revokeApiKey(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id } = call.input;
  return changing(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit, announce } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lock(change, "api_keys", id);
    const key = found(await tx.apiKey.findUnique({ where, omit: SECRET_HASH }), "API key", id);
    if (key.revokedAt !== null) return;
    await audit("api_key.revoked", id, { name: key.name });
    await tx.apiKey.update({ where, data: { revokedAt: now }, omit: SECRET_HASH });
    announce(id);
  });
}
