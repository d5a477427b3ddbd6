import { Problem } from "@skucast/contracts/problem";
import type { WorkspaceTransaction } from "@skucast/db/prisma";

/** The time until which a member has read incidents. New members have read those from before they joined. */
export async function readUntilOf(tx: WorkspaceTransaction, workspaceId: string, userId: string): Promise<Date> {
  const where = { workspaceId_userId: { workspaceId, userId } };
  const settings = await tx.notificationSettings.findUnique({ where, select: { incidentsReadUntil: true } });
  if (settings?.incidentsReadUntil) return settings.incidentsReadUntil;
  const member = await tx.membership.findUnique({ where, select: { createdAt: true } });
  if (!member) throw new Problem("invalid_token");
  return member.createdAt;
}
