import type { ExporterContext } from "../context.js";
import { runFolder } from "../files/run-keys.js";
import type { ClaimedRun } from "./claimed-run.js";

/**
 * Keeps the files of the feed's last runs, of its last delivered runs (so that many nights without a change do not displace
 * the files that a rollback may need) and of the live run.
 */
const MARK_FILES_DELETED = `
  UPDATE runs SET files_deleted_at = $4, version = version + 1, updated_at = $4
  WHERE workspace_id = $1 AND feed_id = $2 AND files_deleted_at IS NULL AND finished_at IS NOT NULL
    AND id NOT IN (
      (SELECT id FROM runs WHERE workspace_id = $1 AND feed_id = $2 ORDER BY id DESC LIMIT $3)
      UNION ALL
      (SELECT id FROM runs WHERE workspace_id = $1 AND feed_id = $2 AND status IN ('succeeded', 'succeeded_with_errors')
       ORDER BY id DESC LIMIT $3)
      UNION ALL
      SELECT live_run_id FROM feeds WHERE workspace_id = $1 AND id = $2 AND live_run_id IS NOT NULL)
  RETURNING id`;

/** Removes the files of a feed's older runs. If this fails halfway, housekeeping removes the folders that are left. */
export async function pruneFiles({ db, clock, files, settings }: ExporterContext, run: ClaimedRun): Promise<void> {
  const values = [run.workspaceId, run.feedId, settings.runFilesKept, clock.now()];
  const { rows } = await db.system.query<{ id: string }>(MARK_FILES_DELETED, values);
  for (const { id } of rows) {
    await files.remove(runFolder({ ...run, id }));
  }
}
