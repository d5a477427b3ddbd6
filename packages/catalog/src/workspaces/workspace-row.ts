import type { Workspace } from "@skucast/contracts/workspaces/workspace";
import type { Change } from "../transactions.js";

/** A workspace without the retention settings, which are not in the database. */
export type StoredWorkspace = Omit<Workspace, "retention">;

type WorkspaceRow = Awaited<ReturnType<Change["tx"]["workspace"]["findUniqueOrThrow"]>>;

export const workspaceOf = ({ id, name, version, createdAt, updatedAt }: WorkspaceRow): StoredWorkspace => ({
  id,
  name,
  version: Number(version),
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
