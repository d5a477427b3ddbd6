import type { Binding } from "@skucast/contracts/principal";
import type { ProductStatus } from "@skucast/contracts/products/product";
import { hexArray, int8Array, textArray } from "../array-parameter.js";
import type { Database } from "../database.js";
import type { StoredProduct } from "../products/read-products.js";

/** A row of a file: its SKU, and a hash of the whole row in hexadecimal. */
export interface HashedRow {
  readonly sku: string;
  readonly hash: string;
}

/** The current state of a product. `doc` is null if the documents up to it are too large together. */
export interface RowProduct extends StoredProduct {
  /**
   * The status before an import archived the product because its file had no row of it. Null if no import did, or the
   * product has changed since.
   */
  readonly archivedFrom: ProductStatus | null;
}

/** The current state of the products of some rows. */
export interface RowProducts {
  /** SKUs whose row is the same as in the last import, and whose product has not changed since. */
  readonly same: ReadonlySet<string>;
  /** The other products that exist and that the actor sees, including tombstones, by SKU. */
  readonly others: ReadonlyMap<string, RowProduct>;
}

type Row = [
  place: number,
  id: string | null,
  version: string,
  createdAt: Date,
  deleted: boolean,
  archivedFrom: ProductStatus | null,
  doc: string | null,
];

/** Reads the products of some rows. Each SKU at most once. */
export async function readRowProducts(
  db: Database,
  { workspaceId, actor }: Binding,
  rows: readonly HashedRow[],
): Promise<RowProducts> {
  const same = new Set<string>();
  const others = new Map<string, RowProduct>();
  if (rows.length === 0) return { same, others };
  const statement = {
    name: "product_read_rows",
    text: "SELECT * FROM product_read_rows($1, $2, $3, $4)",
    rowMode: "array" as const,
    values: [workspaceId, actor, textArray(rows.map(({ sku }) => sku)), hexArray(rows.map(({ hash }) => hash))],
  };
  const found = await db.shares.run(workspaceId, () => db.app.query<Row>(statement));
  for (const [place, id, version, createdAt, deleted, archivedFrom, doc] of found.rows) {
    const sku = rows[place - 1]?.sku ?? "";
    if (id === null) same.add(sku);
    else others.set(sku, { sku, id, version: Number(version), createdAt, deleted, archivedFrom, doc });
  }
  return { same, others };
}

/** A row that would not change its product. */
export interface UnchangedRow {
  readonly sku: string;
  /** Null if the row cannot be recognized by it later. */
  readonly hash: string | null;
  readonly version: number;
}

/**
 * Stores the hashes of rows that would not change their products, and the source that they come from, for products that still
 * have the given version. Each SKU at most once, in ascending order.
 */
export async function storeRowHashes(
  db: Database,
  { workspaceId, actor }: Binding,
  rows: readonly UnchangedRow[],
  sourceId: string | null = null,
): Promise<void> {
  if (rows.length === 0) return;
  const statement = {
    name: "product_remember",
    text: "SELECT product_remember($1, $2, $3, $4, $5) FROM set_config('app.source_id', $6, true)",
    values: [
      workspaceId,
      actor,
      textArray(rows.map(({ sku }) => sku)),
      int8Array(rows.map(({ version }) => version)),
      hexArray(rows.map(({ hash }) => hash)),
      sourceId ?? "",
    ],
  };
  await db.shares.run(workspaceId, () => db.app.query(statement));
}
