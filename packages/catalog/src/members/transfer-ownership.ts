import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { Prisma } from "@skucast/db/generated/client";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { runChange } from "../transactions.js";
import { lockMembers } from "./lock-members.js";
import { findMember } from "./member-row.js";
import { assertSignedInOwner } from "./ownership.js";

/** Makes a member an owner and the caller an admin, both at once, so that the workspace always has an owner. */
export async function transferOwnership(call: Call<{ userId: string } & WriteOptions>): Promise<void> {
  const { ctx, principal } = call;
  const { userId } = call.input;
  requireRecentSignIn(ctx, principal);
  return runChange(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit, announce } = change;
    await lockMembers(change);
    const owner = await assertSignedInOwner(change, principal);
    if (userId === owner.userId) throw new Problem("conflict", "You are an owner already; name another member.");
    const heir = requireFound(await findMember(tx, workspaceId, userId), "member", userId);
    await audit("workspace.ownership_transferred", workspaceId, { to: userId, name: heir.name || heir.email });
    const where = (id: string) => ({ workspaceId_userId: { workspaceId, userId: id } });
    const data = { role: "owner", channelIds: Prisma.DbNull, updatedAt: now };
    await tx.membership.update({ where: where(userId), data });
    await tx.membership.update({ where: where(owner.userId), data: { role: "admin", updatedAt: now } });
    announce(`${workspaceId}:${userId}`);
    announce(`${workspaceId}:${owner.userId}`);
  });
}
