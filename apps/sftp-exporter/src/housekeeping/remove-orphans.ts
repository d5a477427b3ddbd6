import { earliestId, idSchema } from "@skucast/contracts/ids";
import type { ExporterContext } from "../context.js";
import { runFolder } from "../files/run-keys.js";

const HOUR_MS = 3_600_000;
const FOLDERS_MAX = 500;

const isWorkspaceId = (name: string): boolean => idSchema("ws").safeParse(name).success;
const isRunId = (name: string): boolean => idSchema("run").safeParse(name).success;

/** The runs that still have files. */
const SELECT_KEPT = `
  SELECT id FROM runs WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND files_deleted_at IS NULL`;

/**
 * Removes the folders of runs that were deleted, or whose files were marked as deleted when the exporter stopped before
 * removing them. Ignores folders that are not named like a run, and runs of the last hour. Returns how many were removed.
 */
export async function removeOrphans(ctx: ExporterContext, signal: AbortSignal): Promise<number> {
  let removedCount = 0;
  for (const workspaceId of (await ctx.files.folders("")).filter(isWorkspaceId)) {
    const youngest = earliestId("run", ctx.clock.now().getTime() - HOUR_MS);
    const runIds = (await ctx.files.folders(workspaceId)).filter((name) => isRunId(name) && name < youngest);
    for (let from = 0; from < runIds.length; from += FOLDERS_MAX) {
      signal.throwIfAborted();
      removedCount += await removeOrphansOf(ctx, workspaceId, runIds.slice(from, from + FOLDERS_MAX));
    }
  }
  return removedCount;
}

async function removeOrphansOf({ db, files }: ExporterContext, workspaceId: string, runIds: string[]): Promise<number> {
  const { rows } = await db.system.query<{ id: string }>(SELECT_KEPT, [workspaceId, runIds]);
  const kept = new Set(rows.map(({ id }) => id));
  const orphans = runIds.filter((id) => !kept.has(id));
  for (const id of orphans) await files.remove(runFolder({ workspaceId, id }));
  return orphans.length;
}
