import { isNotifiedByDefault, NOTIFICATION_KIND_NAMES } from "@skucast/contracts/notifications/notification-kinds";
import type {
  NotificationSettings,
  NotificationSettingsPatch,
} from "@skucast/contracts/notifications/notification-settings";
import type { Call, WriteOptions } from "../call.js";
import { findMember } from "../members/member-row.js";
import { previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { runChange } from "../transactions.js";
import { type Choices, effectiveSettings, readNotificationSettings } from "./notification-settings.js";
import { requirePerson } from "./require-person.js";

/** Stores which mails the signed-in user gets. A mail that is already queued follows the choice, too. */
export function updateNotificationSettings(
  call: Call<{ patch: NotificationSettingsPatch } & WriteOptions>,
): Promise<NotificationSettings> {
  const { userId } = requirePerson(call.principal);
  const { emails = {} } = call.input.patch;
  return runChange(call, null, async ({ tx, workspaceId, now, audit }) => {
    // Two changes of one member take turns.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${userId} notifications`}, 0))`;
    const member = requireFound(await findMember(tx, workspaceId, userId), "member", userId);
    const { choices, effective } = await readNotificationSettings(tx, workspaceId, userId);
    const chosen = changedChoices(choices, emails);
    const changed = Object.keys(previousValues(choices, chosen));
    if (changed.length === 0) return effective;
    await tx.notificationSettings.upsert({
      where: { workspaceId_userId: { workspaceId, userId } },
      create: { workspaceId, userId, choices: chosen, updatedAt: now },
      update: { choices: chosen, updatedAt: now },
    });
    await audit("member.notifications_updated", userId, { changed });
    return effectiveSettings(chosen, isNotifiedByDefault(member.role));
  });
}

/** Null takes a choice back, so that the kind follows the member's role again. */
function changedChoices(choices: Choices, emails: NonNullable<NotificationSettingsPatch["emails"]>): Choices {
  const chosen = NOTIFICATION_KIND_NAMES.flatMap((kind) => {
    const given = emails[kind];
    const value = given === undefined ? choices[kind] : (given ?? undefined);
    return value === undefined ? [] : [[kind, value] as const];
  });
  return Object.fromEntries(chosen);
}
