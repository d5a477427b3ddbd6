import { unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ImporterContext } from "../context.js";

const FINISHED = `
  SELECT workspace_id, id, upload FROM imports
  WHERE upload IS NOT NULL AND status NOT IN ('queued', 'running', 'held') ORDER BY id LIMIT 100`;
const CLEAR_UPLOAD = "UPDATE imports SET upload = NULL WHERE workspace_id = $1 AND id = $2";

/** Removes the files of ended imports. Returns whether there may be more. */
export async function removeUploads({ db, settings }: ImporterContext): Promise<"more" | "idle"> {
  const { rows } = await db.system.query<{ workspace_id: string; id: string; upload: string }>(FINISHED);
  for (const { workspace_id, id, upload } of rows) {
    await unlink(join(settings.uploadsDir, upload)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await db.system.query(CLEAR_UPLOAD, [workspace_id, id]);
  }
  return rows.length > 0 ? "more" : "idle";
}
