import type { Call, WriteOptions } from "../call.js";
import { requirePerson } from "../notifications/require-person.js";
import { requireFound } from "../require-found.js";
import { runChange } from "../transactions.js";

/** Deletes a view of the signed-in user. */
export function deleteSavedView(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { userId } = requirePerson(call.principal);
  const { id } = call.input;
  return runChange(call, null, async ({ tx, workspaceId }) => {
    const where = { workspaceId_id: { workspaceId, id }, userId };
    requireFound(await tx.savedView.findUnique({ where }), "saved view", id);
    await tx.savedView.delete({ where });
  });
}
