import type { Invitation } from "@skucast/contracts/invitations/invitation";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { invitationOf, openAt, TOKEN_HASH } from "./invitation-row.js";

/** A page of the open invitations, oldest first. */
export function listInvitations(call: Call<PageRequest>): Promise<Page<Invitation>> {
  const { after, limit } = call.input;
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const now = call.ctx.clock.now();
    const where = { workspaceId, id: { gt: after }, ...openAt(now) };
    const rows = await tx.invitation.findMany({ where, orderBy: { id: "asc" }, take: limit + 1, omit: TOKEN_HASH });
    return pageOf(
      rows.map((row) => invitationOf(row, now)),
      limit,
    );
  });
}
