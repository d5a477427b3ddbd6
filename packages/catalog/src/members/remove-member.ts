import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { revocationDetails } from "@skucast/db/oauth/revocation-details";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { ALLOWED_DURING_DELETION, type Change, runChange } from "../transactions.js";
import { lockMembers } from "./lock-members.js";
import { findMember } from "./member-row.js";
import { assertOwnershipChangeAllowed } from "./ownership.js";
import { withdrawnAccess } from "./withdrawn-access.js";

/** Removes a member, or lets a user leave. The apps that they connected to the workspace lose their access. */
export async function removeMember(call: Call<{ userId: string } & WriteOptions>): Promise<void> {
  const { principal } = call;
  const { userId } = call.input;
  assertMayRemove(principal, userId);
  if (!(principal.kind === "user" && principal.userId === userId)) requireRecentSignIn(call.ctx, principal);
  return runChange(
    call,
    null,
    async (change) => {
      const { tx, workspaceId, audit, announce } = change;
      await lockMembers(change);
      const { role, email, name } = requireFound(await findMember(tx, workspaceId, userId), "member", userId);
      await assertOwnershipChangeAllowed(change, principal, { before: role, after: null });
      // Before the membership is deleted: a user who leaves writes this entry too, and their address must still be visible.
      const withdrawn = await withdrawnAccess(change, userId, null);
      await audit("member.removed", userId, { role, name: name || email, email, ...withdrawn });
      await disconnectApps(change, userId);
      await tx.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } });
      announce(`${workspaceId}:${userId}`);
    },
    ALLOWED_DURING_DELETION,
  );
}

function assertMayRemove(principal: Principal, userId: string): void {
  if (principal.kind === "user" && principal.userId === userId) return;
  if (principal.scopes.has(MANAGE_WORKSPACE)) return;
  throw new Problem(
    "forbidden",
    `Removing other members requires ${MANAGE_WORKSPACE}; a signed-in member may only leave.`,
  );
}

/** Disconnects the user's apps. Otherwise they could act for the user again after a new invitation. */
async function disconnectApps({ tx, workspaceId, now, audit, announce }: Change, userId: string): Promise<void> {
  const where = { workspaceId, userId, revokedAt: null };
  const select = { id: true, userId: true, clientId: true, clientName: true, redirectHost: true } as const;
  const grants = await tx.oauthGrant.findMany({ where, select });
  const reason = "member removed";
  await tx.oauthGrant.updateMany({ where, data: { revokedAt: now, revokedReason: reason } });
  for (const grant of grants) {
    await audit("connected_app.revoked", grant.id, revocationDetails(grant, reason));
    announce(grant.id);
  }
}
