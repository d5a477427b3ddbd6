import type { Binding } from "@skucast/contracts/principal";
import { byteaArray, int8Array, textArray } from "../array-parameter.js";
import type { Database } from "../database.js";

/** A row of a file, by its product and a hash of all that it says. */
export interface HashedRow {
  readonly sku: string;
  readonly hash: Uint8Array;
}

/** SKUs of the rows that were imported before, word for word, and whose products have not changed since. */
export async function sameRows(
  db: Database,
  { workspaceId, actor }: Binding,
  rows: readonly HashedRow[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const statement = {
    name: "import_rows_same",
    text: "SELECT import_rows_same($1, $2, $3, $4)",
    rowMode: "array" as const,
    values: [workspaceId, actor, textArray(rows.map(({ sku }) => sku)), byteaArray(rows.map(({ hash }) => hash))],
  };
  const found = await db.shares.run(workspaceId, () => db.app.query<[number[] | null]>(statement));
  const [places = null] = found.rows[0] ?? [];
  return new Set((places ?? []).flatMap((place) => rows[place - 1]?.sku ?? []));
}

/** Remembers rows with the version that their products had after them. Each SKU at most once, in ascending order. */
export async function rememberRows(
  db: Database,
  workspaceId: string,
  rows: readonly (HashedRow & { readonly version: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.system.query({
    name: "import_rows_remember",
    text: "SELECT import_rows_remember($1, $2, $3, $4)",
    values: [
      workspaceId,
      textArray(rows.map(({ sku }) => sku)),
      int8Array(rows.map(({ version }) => version)),
      byteaArray(rows.map(({ hash }) => hash)),
    ],
  });
}
