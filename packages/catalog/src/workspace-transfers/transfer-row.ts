import {
  type WorkspaceExport,
  type WorkspaceImport,
  workspaceExportSchema,
  workspaceImportSchema,
} from "@skucast/contracts/workspace-transfers/transfer";
import type { WorkspaceTransfer } from "@skucast/db/generated/client";

const commonOf = (row: WorkspaceTransfer) => ({
  id: row.id,
  status: row.status,
  requested_by: row.requestedBy,
  counts: row.counts,
  bytes: row.bytes === null ? null : Number(row.bytes),
  error: row.error,
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
  version: Number(row.version),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** An export as returned to clients. */
export const workspaceExportOf = (row: WorkspaceTransfer): WorkspaceExport =>
  workspaceExportSchema.parse({ ...commonOf(row), expires_at: row.expiresAt?.toISOString() ?? null });

/** An import as returned to clients. */
export const workspaceImportOf = (row: WorkspaceTransfer): WorkspaceImport =>
  workspaceImportSchema.parse({ ...commonOf(row), ids: row.ids, problems: row.problems });
