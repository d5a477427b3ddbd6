import {
  endWorkspaceWork,
  eraseRows,
  eraseWorkspaceItself,
  listDueWorkspaces,
  listUnreferencingTables,
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

/** `filled`: rows were found, or files of imports are left. `empty`: neither. `erased`: the workspace is gone. */
export type Erasure = "filled" | "empty" | "erased";

/**
 * Erases workspaces whose time to be deleted has come, at once and then every minute. A workspace is gone after two
 * rounds in a row that find it empty: the indexers and workers of other processes may still insert what they derive from
 * rows that they read before, and no transaction takes as long as the time between two rounds.
 */
export const startErasure = (ctx: ErasureContext): Loop => {
  const empty = new Set<string>();
  return startLoop({
    name: "workspace-erasure",
    intervalMs: INTERVAL_MS,
    logger: ctx.logger,
    run: async (signal) => {
      for (const workspaceId of await listDueWorkspaces(ctx.db)) {
        const wasEmpty = empty.delete(workspaceId);
        if ((await eraseWorkspace(ctx, { workspaceId, wasEmpty }, signal)) === "empty") empty.add(workspaceId);
      }
      return "idle";
    },
  });
};

export interface ErasedWorkspace {
  readonly workspaceId: string;
  /** Whether the round before found nothing either. */
  readonly wasEmpty: boolean;
}

/**
 * One round of erasing a workspace: ends its work, and deletes the rows of every table in small batches and the files of
 * its runs; the workspace itself once there was nothing left in two rounds. It may be interrupted and repeated, also by
 * another process. While imports still have files, the importer removes them.
 */
export async function eraseWorkspace(
  { db, files, logger }: ErasureContext,
  { workspaceId, wasEmpty }: ErasedWorkspace,
  signal: AbortSignal,
): Promise<Erasure> {
  const { hasUploads } = await endWorkspaceWork(db, workspaceId);
  const unreferencing = await listUnreferencingTables(db);
  let rowCount = 0;
  let looseCount = 0;
  for (const table of await listWorkspaceTables(db)) {
    if (table === LAST && hasUploads) continue;
    for (let count = ROWS_MAX; count === ROWS_MAX; rowCount += count) {
      signal.throwIfAborted();
      count = await eraseRows(db, workspaceId, table, ROWS_MAX);
      if (unreferencing.has(table)) looseCount += count;
    }
  }
  await files.remove(workspaceId);
  const facts = { workspace_id: workspaceId, rows: rowCount };
  if (rowCount > 0) logger.info({ event: "workspace.emptied", ...facts }, "rows of a workspace were erased");
  // Rows of the other tables are deleted with the row of the workspace.
  if (hasUploads || looseCount > 0) return "filled";
  if (!wasEmpty) return "empty";
  await eraseWorkspaceItself(db, workspaceId);
  logger.info({ event: "workspace.erased", workspace_id: workspaceId }, "a workspace was erased");
  return "erased";
}
