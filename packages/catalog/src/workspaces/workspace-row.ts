import type { Workspace } from "@skucast/contracts/workspaces/workspace";
import type { Change } from "../transactions.js";

/** A workspace without the retention settings, which are not in the database. */
export type StoredWorkspace = Omit<Workspace, "retention">;

type WorkspaceRow = Awaited<ReturnType<Change["tx"]["workspace"]["findUniqueOrThrow"]>>;

export const workspaceOf = (row: WorkspaceRow): StoredWorkspace => ({
  id: row.id,
  name: row.name,
  requires_second_factor: row.requiresSecondFactor,
  deletion: deletionOf(row),
  version: Number(row.version),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

function deletionOf({ deletionRequestedAt, deletionRequestedBy, deletesAt }: WorkspaceRow): Workspace["deletion"] {
  if (deletionRequestedAt === null || deletesAt === null) return null;
  return {
    requested_at: deletionRequestedAt.toISOString(),
    requested_by: deletionRequestedBy ?? "",
    deletes_at: deletesAt.toISOString(),
  };
}
