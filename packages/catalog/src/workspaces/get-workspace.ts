import { type Call, found, reading } from "../resources.js";
import { type StoredWorkspace, workspaceOf } from "./workspace-row.js";

/** The workspace that the principal acts in. */
export function getWorkspace(call: Call<object>): Promise<StoredWorkspace> {
  return reading(call, null, async (tx, id) =>
    workspaceOf(found(await tx.workspace.findUnique({ where: { id } }), "workspace", id)),
  );
}
