import type { Invitation } from "@skucast/contracts/invitations/invitation";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { invitationOf, TOKEN_HASH } from "./invitation-row.js";

export function getInvitation(call: Call<{ id: string }>): Promise<Invitation> {
  const { id } = call.input;
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    const row = requireFound(await tx.invitation.findUnique({ where, omit: TOKEN_HASH }), "invitation", id);
    return invitationOf(row, call.ctx.clock.now());
  });
}
