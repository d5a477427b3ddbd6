import { isNotifiedByDefault, NOTIFICATION_KIND_NAMES } from "@skucast/contracts/notifications/notification-kinds";
import type { NotificationSettings } from "@skucast/contracts/notifications/notification-settings";
import { Problem } from "@skucast/contracts/problem";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { z } from "zod";
import { findMember } from "../members/member-row.js";

const choicesSchema = z.partialRecord(z.enum(NOTIFICATION_KIND_NAMES), z.boolean());
/** What a member chose. Kinds without a choice follow the member's role. */
export type Choices = z.output<typeof choicesSchema>;

export interface StoredSettings {
  readonly choices: Choices;
  /** The mails that the member gets, with the defaults of the role. */
  readonly effective: NotificationSettings;
}

/** Reads the settings of a member. */
export async function readNotificationSettings(
  tx: WorkspaceTransaction,
  workspaceId: string,
  userId: string,
): Promise<StoredSettings> {
  const member = await findMember(tx, workspaceId, userId);
  if (!member) throw new Problem("invalid_token");
  const row = await tx.notificationSettings.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  const choices = choicesSchema.parse(row?.choices ?? {});
  return { choices, effective: effectiveSettings(choices, isNotifiedByDefault(member.role)) };
}

export const effectiveSettings = (choices: Choices, byDefault: boolean): NotificationSettings => ({
  emails: Object.fromEntries(
    NOTIFICATION_KIND_NAMES.map((kind) => [kind, choices[kind] ?? byDefault]),
  ) as NotificationSettings["emails"],
});
