import type { Workspace } from "@skucast/contracts/workspaces/workspace";
import type { Change } from "../transactions.js";

/** A workspace without what its operator decides. */
export type StoredWorkspace = Omit<Workspace, "retention">;

type WorkspaceRow = Awaited<ReturnType<Change["tx"]["workspace"]["findUniqueOrThrow"]>>;

export const workspaceOf = ({ id, name, version, createdAt, updatedAt }: WorkspaceRow): StoredWorkspace => ({
  id,
  name,
  version: Number(version),
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
