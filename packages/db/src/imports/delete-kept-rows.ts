import type { TransactionClient } from "../database.js";

/** What is kept for a time about the rows of an import, with the columns of the import that count it. */
const KEPT = {
  faulty_rows: { table: "import_rows", some: "faulty_rows > 0", none: "faulty_rows = 0, faulty_bytes = 0" },
  outcomes: { table: "import_outcomes", some: "outcome_bytes > 0", none: "outcome_bytes = 0" },
} as const;

/** Deletes what is kept about the rows of some imports that ended before a time; returns of how many imports. */
export async function deleteKeptRows(
  client: TransactionClient,
  kind: keyof typeof KEPT,
  { before, importsMax }: { readonly before: Date; readonly importsMax: number },
): Promise<number> {
  const { table, some, none } = KEPT[kind];
  const { rows } = await client.query<{ workspace_id: string; id: string }>(
    `WITH old AS MATERIALIZED (
       SELECT workspace_id, id FROM imports WHERE ${some} AND finished_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE imports i SET ${none} FROM old WHERE i.workspace_id = old.workspace_id AND i.id = old.id
     RETURNING i.workspace_id, i.id`,
    [before, importsMax],
  );
  for (const { workspace_id, id } of rows)
    await client.query(`DELETE FROM ${table} WHERE workspace_id = $1 AND import_id = $2`, [workspace_id, id]);
  return rows.length;
}
