import type { Call, WriteOptions } from "../call.js";
import { requirePerson } from "../notifications/require-person.js";
import { runChange } from "../transactions.js";
import { readUntilOf } from "./read-until.js";

/** Records that the signed-in user has read the incidents until a time, which never goes back and is never in the future. */
export function markIncidentsRead(call: Call<{ until: Date } & WriteOptions>): Promise<void> {
  const { userId } = requirePerson(call.principal);
  return runChange(call, null, async ({ tx, workspaceId, now }) => {
    const before = await readUntilOf(tx, workspaceId, userId);
    const incidentsReadUntil = new Date(Math.min(call.input.until.getTime(), now.getTime()));
    if (incidentsReadUntil <= before) return;
    await tx.notificationSettings.upsert({
      where: { workspaceId_userId: { workspaceId, userId } },
      create: { workspaceId, userId, incidentsReadUntil, updatedAt: now },
      update: { incidentsReadUntil },
    });
  });
}
