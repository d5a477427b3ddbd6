import {
  endWorkspaceWork,
  eraseRows,
  eraseWorkspaceItself,
  listDueWorkspaces,
  listWorkspaceTables,
} from "@skucast/db/workspaces/erase-workspace";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import type { ExporterContext } from "../context.js";

const INTERVAL_MS = 60_000;
/** Rows that one transaction deletes: it takes milliseconds, so no other workspace waits for its locks. */
const ROWS_MAX = 1_000;
/** Tables that are emptied last: the importer removes the files that their rows name. */
const LAST = "imports";

type ErasureContext = Pick<ExporterContext, "db" | "files" | "logger">;

/** Erases workspaces whose time to be deleted has come, at once and then every minute. */
export const startErasure = (ctx: ErasureContext): Loop =>
  startLoop({
    name: "workspace-erasure",
    intervalMs: INTERVAL_MS,
    logger: ctx.logger,
    run: async (signal) => {
      for (const workspaceId of await listDueWorkspaces(ctx.db)) await eraseWorkspace(ctx, workspaceId, signal);
      return "idle";
    },
  });

/**
 * Erases a workspace: its work, the rows of every table in small batches, the files of its runs, and then itself. It may
 * be interrupted and repeated, also by another process. A workspace whose imports still have files is continued in the
 * next round, after the importer removed them. Returns whether the workspace is gone.
 */
export async function eraseWorkspace(ctx: ErasureContext, workspaceId: string, signal: AbortSignal): Promise<boolean> {
  const { db, files, logger } = ctx;
  const { hasUploads } = await endWorkspaceWork(db, workspaceId);
  let rowCount = 0;
  for (const table of await listWorkspaceTables(db)) {
    if (table === LAST && hasUploads) continue;
    for (let count = ROWS_MAX; count === ROWS_MAX; rowCount += count) {
      signal.throwIfAborted();
      count = await eraseRows(db, workspaceId, table, ROWS_MAX);
    }
  }
  await files.remove(workspaceId);
  if (hasUploads) return false;
  await eraseWorkspaceItself(db, workspaceId);
  logger.info({ event: "workspace.erased", workspace_id: workspaceId, rows: rowCount }, "a workspace was erased");
  return true;
}
