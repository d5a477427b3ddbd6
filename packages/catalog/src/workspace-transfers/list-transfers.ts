import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { WorkspaceExport, WorkspaceImport } from "@skucast/contracts/workspace-transfers/transfer";
import type { WorkspaceTransfer } from "@skucast/db/generated/client";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { workspaceExportOf, workspaceImportOf } from "./transfer-row.js";

/** A page of the workspace's exports, newest first. */
export const listWorkspaceExports = (call: Call<PageRequest>): Promise<Page<WorkspaceExport>> =>
  pageOfKind(call, "export", workspaceExportOf);

/** A page of the workspace's imports of archives, newest first. */
export const listWorkspaceImports = (call: Call<PageRequest>): Promise<Page<WorkspaceImport>> =>
  pageOfKind(call, "import", workspaceImportOf);

export const getWorkspaceExport = (call: Call<{ id: string }>): Promise<WorkspaceExport> =>
  find(call, "export", workspaceExportOf);

export const getWorkspaceImport = (call: Call<{ id: string }>): Promise<WorkspaceImport> =>
  find(call, "import", workspaceImportOf);

type Render<T> = (row: WorkspaceTransfer) => T;

function pageOfKind<T extends { id: string }>(
  call: Call<PageRequest>,
  kind: "export" | "import",
  render: Render<T>,
): Promise<Page<T>> {
  const { after, limit } = call.input;
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const where = { workspaceId, kind, ...(after !== "" && { id: { lt: after } }) };
    const rows = await tx.workspaceTransfer.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    return pageOf(rows.map(render), limit);
  });
}

function find<T>(call: Call<{ id: string }>, kind: "export" | "import", render: Render<T>): Promise<T> {
  const { id } = call.input;
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const row = await tx.workspaceTransfer.findFirst({ where: { workspaceId, id, kind } });
    return render(requireFound(row, `${kind} of the workspace`, id));
  });
}
