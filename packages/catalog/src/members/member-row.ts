import { type Member, memberSchema } from "@skucast/contracts/members/member";
import type { Membership } from "@skucast/db/generated/client";
import type { WorkspaceTransaction } from "@skucast/db/prisma";

/** What members see of each other's accounts. */
export const VISIBLE_OF_USER = { id: true, email: true, name: true } as const;

/** A stored membership with its person, as it is answered. */
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

/** One member, or null. */
export async function findMember(
  tx: WorkspaceTransaction,
  workspaceId: string,
  userId: string,
): Promise<Member | null> {
  const membership = await tx.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  const user = await tx.user.findUnique({ where: { id: userId }, select: VISIBLE_OF_USER });
  return membership && user && memberOf(membership, user);
}
