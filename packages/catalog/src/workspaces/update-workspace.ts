import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { WorkspacePatch } from "@skucast/contracts/workspaces/workspace";
import type { Call, WriteOptions } from "../call.js";
import { definedFields, previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { runChange } from "../transactions.js";
import { type StoredWorkspace, workspaceOf } from "./workspace-row.js";

/** Updates the principal's workspace. A patch without changes creates no new version. */
export function updateWorkspace(call: Call<{ patch: WorkspacePatch } & WriteOptions>): Promise<StoredWorkspace> {
  const { patch, precondition } = call.input;
  return runChange(call, MANAGE_WORKSPACE, async ({ tx, workspaceId: id, now, audit }) => {
    await tx.$executeRaw`SELECT 1 FROM workspaces WHERE id = ${id} FOR UPDATE`;
    const before = workspaceOf(requireFound(await tx.workspace.findUnique({ where: { id } }), "workspace", id));
    precondition?.(before.version);
    const previous = previousValues(before, { ...before, ...definedFields(patch) });
    if (Object.keys(previous).length === 0) return before;
    const data = { ...definedFields(patch), version: { increment: 1 }, updatedAt: now };
    await audit("workspace.updated", id, { previous });
    return workspaceOf(await tx.workspace.update({ where: { id }, data }));
  });
}
