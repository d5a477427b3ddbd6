import type { TransactionClient } from "../database.js";

interface NewRow {
  readonly line: number;
  readonly number: number;
  readonly content: string;
}

const INSERT = `
  INSERT INTO import_rows (workspace_id, import_id, line, number, content)
  SELECT $1, $2, r.* FROM unnest($3::int[], $4::int[], $5::text[]) AS r (line, number, content)
  ON CONFLICT DO NOTHING`;

/** Stores rows of an import that have errors. Those that exist already stay as they are. */
export async function insertImportRows(
  client: TransactionClient,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = [rows.map(({ line }) => line), rows.map(({ number }) => number), rows.map(({ content }) => content)];
  await client.query(INSERT, [workspaceId, id, ...values]);
}
