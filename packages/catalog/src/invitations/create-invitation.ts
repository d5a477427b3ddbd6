import { newId } from "@skucast/contracts/ids";
import type { Invitation, InvitationCreate } from "@skucast/contracts/invitations/invitation";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { newInvitationToken } from "@skucast/credentials/invitation-token";
import { hashToken } from "@skucast/credentials/token";
import { Prisma } from "@skucast/db/generated/client";
import { assertGrantable } from "../api-keys/assert-grantable.js";
import { assertBelowLimit } from "../assert-below-limit.js";
import { auditActorOf } from "../audit/audit-actor.js";
import type { Call, WriteOptions } from "../call.js";
import { assertRestrictionValid } from "../members/assert-restriction-valid.js";
import { assertOwnershipChangeAllowed, mayWithdraw } from "../members/ownership.js";
import { requireConfirmedAddress } from "../require-confirmed-address.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { type Change, runChange } from "../transactions.js";
import { invitationOf, openAt, TOKEN_HASH } from "./invitation-row.js";
import { mayMailInvitation } from "./may-mail-invitation.js";
import { queueInvitationMail } from "./queue-invitation-mail.js";

const DAY_MS = 86_400_000;

/** Invites an email address and revokes its open invitations. The token is the secret of the link; only its hash is stored. */
export async function createInvitation(
  call: Call<{ invitation: InvitationCreate } & WriteOptions>,
): Promise<{ invitation: Invitation; token: string }> {
  const { ctx, principal, input } = call;
  const { email, role, channel_ids: channelIds } = input.invitation;
  requireScope(principal, MANAGE_WORKSPACE);
  requireRecentSignIn(ctx, principal);
  await requireConfirmedAddress(ctx, principal);
  return runChange(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit } = change;
    await assertOwnershipChangeAllowed(change, principal, { before: null, after: role });
    assertGrantable(principal, { permissions: [...PERMISSIONS_OF_ROLE[role]], expiresAt: null });
    await assertRestrictionValid(change, { role, channelIds });
    await assertNoMember(change, email);
    const others = { workspaceId, email: { not: email }, ...openAt(now) };
    const count = () => tx.invitation.count({ where: others });
    await assertBelowLimit(change, { count, max: LIMITS.invitationsPerWorkspace, noun: "open invitations" });
    await replaceEarlier(change, principal, email);
    const token = newInvitationToken();
    const id = newId("inv", now.getTime());
    const stored = { tokenHash: Uint8Array.from(hashToken(token)), channelIds: channelIds ?? Prisma.DbNull };
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + LIMITS.invitationDays * DAY_MS) };
    const data = { workspaceId, id, email, role, ...stored, invitedBy: auditActorOf(principal).id, ...times };
    const invitation = invitationOf(await tx.invitation.create({ data, omit: TOKEN_HASH }), now);
    // Counted last: a refused invitation must not use up the mails that others may send to the address.
    if (!input.validateOnly && (await mayMailInvitation(ctx, { principal, email }))) {
      await queueInvitationMail(call, change, { invitation, token, expiresAt: times.expiresAt });
    }
    await audit("invitation.created", id, { email, role, channel_ids: channelIds });
    return { invitation, token };
  });
}

async function assertNoMember({ tx, workspaceId }: Change, email: string): Promise<void> {
  const user = await tx.user.findFirst({ where: { email }, select: { id: true } });
  const where = { workspaceId, userId: user?.id ?? "" };
  if (user && (await tx.membership.count({ where })) > 0) {
    throw new Problem("conflict", "The address already belongs to a member; change the member's role instead.");
  }
}

/** Revokes the open invitations of the address, and deletes all that expired long ago. */
async function replaceEarlier(change: Change, principal: Principal, email: string): Promise<void> {
  const { tx, workspaceId, now, audit } = change;
  const where = { workspaceId, email, ...openAt(now) };
  for (const { id, role } of await tx.invitation.findMany({ where, select: { id: true, role: true } })) {
    if (!(await mayWithdraw(change, principal, role))) continue;
    const { count } = await tx.invitation.updateMany({ where: { ...where, id }, data: { revokedAt: now } });
    if (count > 0) await audit("invitation.revoked", id, { email, role, reason: "replaced" });
  }
  const longAgo = new Date(now.getTime() - LIMITS.invitationDays * DAY_MS);
  await tx.invitation.deleteMany({ where: { workspaceId, expiresAt: { lt: longAgo } } });
}
