import type { ApiKey } from "@skucast/contracts/api-keys/api-key";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { apiKeyOf, SECRET_HASH } from "./api-key-row.js";

export function getApiKey(call: Call<{ id: string }>): Promise<ApiKey> {
  const { id } = call.input;
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    const row = requireFound(await tx.apiKey.findUnique({ where, omit: SECRET_HASH }), "API key", id);
    return apiKeyOf(row, call.ctx.clock.now());
  });
}
