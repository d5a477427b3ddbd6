import type { PullCredential } from "@skucast/contracts/pull-credentials/pull-credential";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { pullCredentialOf, SECRET_HASH } from "./pull-credential-row.js";

export function getPullCredential(call: Call<{ id: string }>): Promise<PullCredential> {
  const { id } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    const row = await tx.pullCredential.findUnique({ where, omit: SECRET_HASH });
    return pullCredentialOf(requireFound(row, "pull credential", id));
  });
}
