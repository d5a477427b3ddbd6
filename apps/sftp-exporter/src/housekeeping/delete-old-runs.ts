import type { ExporterContext } from "../context.js";

const RUNS_MAX = 500;

/** Live, held and unfinished runs are kept. Issues are deleted with their runs. */
const DELETE_OLD = `
  DELETE FROM runs r USING (
    SELECT o.workspace_id, o.id FROM runs o
    WHERE o.created_at < $1 AND o.finished_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM feeds f WHERE f.workspace_id = o.workspace_id AND f.live_run_id = o.id)
    LIMIT ${RUNS_MAX}) old
  WHERE r.workspace_id = old.workspace_id AND r.id = old.id`;

/** Deletes a batch of ended runs that are past their retention. Their files are then removed as orphans. Returns how many. */
export async function deleteOldRuns({ db, clock, settings }: ExporterContext): Promise<number> {
  const before = new Date(clock.now().getTime() - settings.runsKeptMs);
  const { rowCount } = await db.system.query(DELETE_OLD, [before]);
  return rowCount ?? 0;
}
