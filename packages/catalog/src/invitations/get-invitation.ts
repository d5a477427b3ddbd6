import type { Invitation } from "@skucast/contracts/invitations/invitation";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { type Call, found, reading } from "../resources.js";
import { invitationOf, TOKEN_HASH } from "./invitation-row.js";

export function getInvitation(call: Call<{ id: string }>): Promise<Invitation> {
  const { id } = call.input;
  return reading(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    const row = found(await tx.invitation.findUnique({ where, omit: TOKEN_HASH }), "invitation", id);
    return invitationOf(row, call.ctx.clock.now());
  });
}
