import type { NotificationSettings } from "@skucast/contracts/notifications/notification-settings";
import type { Call } from "../call.js";
import { runRead } from "../transactions.js";
import { readNotificationSettings } from "./notification-settings.js";
import { requirePerson } from "./require-person.js";

/** The mails that the signed-in user gets about the workspace. */
export function getNotificationSettings(call: Call<object>): Promise<NotificationSettings> {
  const { userId } = requirePerson(call.principal);
  return runRead(call, null, async (tx, workspaceId) => {
    const { effective } = await readNotificationSettings(tx, workspaceId, userId);
    return effective;
  });
}
