import type { ImporterContext } from "../context.js";

const IMPORTS_MAX = 500;

/** Keeps imports whose file was not removed yet. Errors are deleted with their imports. */
const DELETE_OLD = `
  DELETE FROM imports i USING (
    SELECT o.workspace_id, o.id FROM imports o
    WHERE o.created_at < $1 AND o.finished_at < $1 AND o.upload IS NULL
    LIMIT ${IMPORTS_MAX}) old
  WHERE i.workspace_id = old.workspace_id AND i.id = old.id`;

/** Deletes a batch of ended imports that are past their retention. Returns whether there may be more. */
export async function deleteOldImports({ db, clock, settings }: ImporterContext): Promise<"more" | "idle"> {
  const before = new Date(clock.now().getTime() - settings.importsKeptMs);
  const deleted = await db.system.query(DELETE_OLD, [before]);
  return (deleted.rowCount ?? 0) > 0 ? "more" : "idle";
}
