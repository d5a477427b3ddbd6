import type { NotificationKind } from "@skucast/contracts/notifications/notification-kinds";
import type { Change } from "../transactions.js";

/** Records that a member decided what to do about an open incident. If it happens again, members get another mail. */
export async function acknowledgeIncident(
  { tx, workspaceId, now }: Change,
  kind: NotificationKind,
  objectId: string,
): Promise<void> {
  await tx.incident.updateMany({
    where: { workspaceId, kind, objectId, closedAt: null },
    data: { acknowledgedAt: now },
  });
}
