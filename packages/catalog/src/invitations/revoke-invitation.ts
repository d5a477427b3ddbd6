import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call, WriteOptions } from "../call.js";
import { mayWithdraw } from "../members/ownership.js";
import { requireFound } from "../require-found.js";
import { ALLOWED_DURING_DELETION, lockRow, runChange } from "../transactions.js";
import { TOKEN_HASH } from "./invitation-row.js";

/** Revokes an invitation: its link stops working. Revoking it again changes nothing; an accepted one is a conflict. */
export function revokeInvitation(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id } = call.input;
  return runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      const { tx, workspaceId, now, audit } = change;
      const where = { workspaceId_id: { workspaceId, id } };
      await lockRow(change, "invitations", id);
      const invitation = requireFound(await tx.invitation.findUnique({ where, omit: TOKEN_HASH }), "invitation", id);
      if (invitation.acceptedAt !== null) {
        throw new Problem("conflict", "The invitation was accepted; remove the member instead.");
      }
      if (invitation.revokedAt !== null) return;
      if (!(await mayWithdraw(change, call.principal, invitation.role)))
        throw new Problem("forbidden", "Only a signed-in owner can revoke an invitation that appoints an owner.");
      await audit("invitation.revoked", id, { email: invitation.email });
      await tx.invitation.update({ where, data: { revokedAt: now }, omit: TOKEN_HASH });
    },
    ALLOWED_DURING_DELETION,
  );
}
