import type { ImporterContext } from "../context.js";

const IMPORTS_MAX = 500;
const ROWS_MAX = 10_000;

/** One whose file is still there has not quite ended. Faults go with their imports. */
const DELETE_OLD = `
  DELETE FROM imports i USING (
    SELECT o.workspace_id, o.id FROM imports o
    WHERE o.created_at < $1 AND o.finished_at < $1 AND o.upload IS NULL
    LIMIT ${IMPORTS_MAX}) old
  WHERE i.workspace_id = old.workspace_id AND i.id = old.id`;

/** What rows were is a memory for the next import of a workspace; one that has none any more needs none. */
const FORGET_ROWS = `
  DELETE FROM import_rows r USING (
    SELECT o.workspace_id, o.sku FROM workspaces w CROSS JOIN LATERAL (
      SELECT f.workspace_id, f.sku FROM import_rows f WHERE f.workspace_id = w.id ORDER BY f.sku LIMIT ${ROWS_MAX}) o
    WHERE NOT EXISTS (SELECT FROM imports i WHERE i.workspace_id = w.id)
    LIMIT ${ROWS_MAX}) old
  WHERE r.workspace_id = old.workspace_id AND r.sku = old.sku`;

/** Deletes imports that ended longer ago than they are kept, some at a time. Answers whether there may be more. */
export async function deleteOldImports({ db, clock, settings }: ImporterContext): Promise<"more" | "idle"> {
  const before = new Date(clock.now().getTime() - settings.importsKeptMs);
  const deleted = await db.system.query(DELETE_OLD, [before]);
  const forgotten = await db.system.query(FORGET_ROWS);
  return (deleted.rowCount ?? 0) > 0 || (forgotten.rowCount ?? 0) >= ROWS_MAX ? "more" : "idle";
}
