import type { ImporterContext } from "../context.js";

const IMPORTS_MAX = 500;

/** One whose file is still there has not quite ended. Faults go with their imports. */
const DELETE_OLD = `
  DELETE FROM imports i USING (
    SELECT o.workspace_id, o.id FROM imports o
    WHERE o.created_at < $1 AND o.finished_at < $1 AND o.upload IS NULL
    LIMIT ${IMPORTS_MAX}) old
  WHERE i.workspace_id = old.workspace_id AND i.id = old.id`;

/** Deletes imports that ended longer ago than they are kept, some at a time. Answers whether there may be more. */
export async function deleteOldImports({ db, clock, settings }: ImporterContext): Promise<"more" | "idle"> {
  const before = new Date(clock.now().getTime() - settings.importsKeptMs);
  const deleted = await db.system.query(DELETE_OLD, [before]);
  return (deleted.rowCount ?? 0) > 0 ? "more" : "idle";
}
