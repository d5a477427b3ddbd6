import type { PullCredential } from "@skucast/contracts/pull-credentials/pull-credential";
import { type Call, found, reading } from "../resources.js";
import { pullCredentialOf, SECRET_HASH } from "./pull-credential-row.js";

export function getPullCredential(call: Call<{ id: string }>): Promise<PullCredential> {
  const { id } = call.input;
  return reading(call, "feeds:read", async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    const row = await tx.pullCredential.findUnique({ where, omit: SECRET_HASH });
    return pullCredentialOf(found(row, "pull credential", id));
  });
}
