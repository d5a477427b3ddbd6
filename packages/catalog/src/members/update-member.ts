import type { Member, MemberPatch } from "@skucast/contracts/members/member";
import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import { MANAGE_WORKSPACE, type Permission } from "@skucast/contracts/scopes";
import { Prisma } from "@skucast/db/generated/client";
import { assertGrantable } from "../api-keys/assert-grantable.js";
import type { Call, WriteOptions } from "../call.js";
import { definedFields, previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { runChange } from "../transactions.js";
import { assertRestrictionValid } from "./assert-restriction-valid.js";
import { lockMembers } from "./lock-members.js";
import { findMember } from "./member-row.js";
import { assertOwnershipChangeAllowed } from "./ownership.js";
import { withdrawnAccess } from "./withdrawn-access.js";

/** Changes a member's role or channels. A patch without changes does nothing. */
export async function updateMember(call: Call<{ userId: string; patch: MemberPatch } & WriteOptions>): Promise<Member> {
  const { principal, input } = call;
  const { userId, patch } = input;
  requireRecentSignIn(call.ctx, principal);
  return runChange(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit, announce } = change;
    await lockMembers(change);
    const before = requireFound(await findMember(tx, workspaceId, userId), "member", userId);
    const after = { ...before, ...definedFields(patch) };
    await assertOwnershipChangeAllowed(change, principal, { before: before.role, after: after.role });
    const permissions = gainedBy(before, after);
    if (permissions.length > 0) assertGrantable(principal, { permissions, expiresAt: null });
    await assertRestrictionValid(change, {
      role: after.role,
      channelIds: after.channel_ids,
      stored: before.channel_ids,
    });
    const previous = previousValues(before, after);
    if (Object.keys(previous).length === 0) return before;
    const roles = { role_before: before.role, role_after: after.role };
    const withdrawn = await withdrawnAccess(change, userId, after.role);
    await audit("member.updated", userId, {
      changed: Object.keys(previous),
      ...roles,
      ...nameOf(before),
      ...withdrawn,
    });
    const where = { workspaceId_userId: { workspaceId, userId } };
    const data = { role: after.role, channelIds: after.channel_ids ?? Prisma.DbNull, updatedAt: now };
    await tx.membership.update({ where, data });
    announce(`${workspaceId}:${userId}`);
    return { ...after, updated_at: now.toISOString() };
  });
}

/** The member as recorded: the workspace no longer sees the account of a person who has left. */
const nameOf = ({ name, email }: Member) => ({ name: name || email, email });

/** The permissions that the member gains. If channels are added, these are all permissions of the role. */
function gainedBy(before: Member, after: Member): Permission[] {
  const isWider = before.channel_ids !== null && !after.channel_ids?.every((id) => before.channel_ids?.includes(id));
  const had: ReadonlySet<Permission> = isWider ? new Set() : PERMISSIONS_OF_ROLE[before.role];
  return [...PERMISSIONS_OF_ROLE[after.role]].filter((permission) => !had.has(permission));
}
