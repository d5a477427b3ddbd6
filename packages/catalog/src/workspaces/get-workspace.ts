import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { type StoredWorkspace, workspaceOf } from "./workspace-row.js";

/** The principal's workspace. */
export function getWorkspace(call: Call<object>): Promise<StoredWorkspace> {
  return runRead(call, null, async (tx, id) =>
    workspaceOf(requireFound(await tx.workspace.findUnique({ where: { id } }), "workspace", id)),
  );
}
