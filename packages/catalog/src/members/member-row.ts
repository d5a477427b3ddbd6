import { type Member, memberSchema } from "@skucast/contracts/members/member";
import type { Membership } from "@skucast/db/generated/client";
import type { WorkspaceTransaction } from "@skucast/db/prisma";

/** The fields of a user account that other members can see. */
export const VISIBLE_OF_USER = { id: true, email: true, name: true } as const;

/** A stored membership with its user, as returned to clients. */
export const memberOf = (row: Membership, user: { email: string; name: string }): Member =>
  memberSchema.parse({
    user_id: row.userId,
    email: user.email,
    name: user.name,
    role: row.role,
    channel_ids: row.channelIds,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });

/** Finds a member; null if there is none. */
export async function findMember(
  tx: WorkspaceTransaction,
  workspaceId: string,
  userId: string,
): Promise<Member | null> {
  const membership = await tx.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  const user = await tx.user.findUnique({ where: { id: userId }, select: VISIBLE_OF_USER });
  return membership && user && memberOf(membership, user);
}
