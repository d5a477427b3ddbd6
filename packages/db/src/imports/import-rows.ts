import type { Binding } from "@skucast/contracts/principal";
import type { ProductStatus } from "@skucast/contracts/products/product";
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

/** A product that an import archived, with the version that it had after that and the status that it had before. */
export interface ArchivedRow {
  readonly sku: string;
  readonly version: number;
  readonly status: ProductStatus;
}

/** Remembers what was archived because a file had no row of it. */
export async function rememberArchived(db: Database, workspaceId: string, rows: readonly ArchivedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.system.query({
    name: "import_rows_archived",
    text: "SELECT import_rows_archived($1, $2, $3, $4)",
    values: [
      workspaceId,
      textArray(rows.map(({ sku }) => sku)),
      int8Array(rows.map(({ version }) => version)),
      textArray(rows.map(({ status }) => status)),
    ],
  });
}

/** Whether imports have archived anything of the workspace: most have not, and need not ask for each row. */
export async function hasArchived(db: Database, workspaceId: string): Promise<boolean> {
  const text = "SELECT FROM import_rows WHERE workspace_id = $1 AND archived_hash IS NOT NULL LIMIT 1";
  return (await db.system.query(text, [workspaceId])).rowCount === 1;
}

/** Of some products those that an import archived and that are still as it left them, with their status before. */
export async function archivedBefore(
  db: Database,
  { workspaceId, actor }: Binding,
  skus: readonly string[],
): Promise<ReadonlyMap<string, ProductStatus>> {
  if (skus.length === 0) return new Map();
  const statement = {
    name: "import_rows_back",
    text: "SELECT sku, status FROM import_rows_back($1, $2, $3)",
    values: [workspaceId, actor, textArray(skus)],
  };
  const { rows } = await db.shares.run(workspaceId, () =>
    db.app.query<{ sku: string; status: ProductStatus }>(statement),
  );
  return new Map(rows.map(({ sku, status }) => [sku, status]));
}
