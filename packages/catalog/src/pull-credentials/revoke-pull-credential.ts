import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { ALLOWED_DURING_DELETION, lockRow, runChange } from "../transactions.js";
import { pullCredentialOf, SECRET_HASH } from "./pull-credential-row.js";

/** Revokes a credential permanently. Revoking it again changes nothing. */
export function revokePullCredential(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id } = call.input;
  return runChange(
    call,
    "feeds:write",
    async (change) => {
      const { tx, workspaceId, now, audit, announce } = change;
      const where = { workspaceId_id: { workspaceId, id } };
      await lockRow(change, "pull_credentials", id);
      const row = await tx.pullCredential.findUnique({ where, omit: SECRET_HASH });
      const { status, feed_id, name } = pullCredentialOf(requireFound(row, "pull credential", id));
      if (status === "revoked") return;
      await audit("pull_credential.revoked", id, { feed_id, name });
      await tx.pullCredential.update({ where, data: { revokedAt: now }, omit: SECRET_HASH });
      announce(id);
    },
    ALLOWED_DURING_DELETION,
  );
}
