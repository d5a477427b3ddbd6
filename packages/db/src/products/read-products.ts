import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { hexArray, textArray } from "../array-parameter.js";
import type { Database } from "../database.js";

/** A stored product or tombstone. `doc` is null if the content hash equals the given one. */
export interface StoredProduct {
  readonly sku: string;
  readonly id: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly deleted: boolean;
  readonly doc: string | null;
}

interface Row {
  sku: string;
  id: string;
  version: string;
  created_at: Date;
  deleted: boolean;
  same: boolean;
  doc: string | null;
}

/**
 * Reads the current state of products that the actor sees, by SKU. Products that do not exist are left out. `hashes`
 * contains, for each SKU, the content hash (hexadecimal) of a document that need not be read. An empty string, or no
 * list, for none. Throws payload_too_large if the documents are too large together.
 */
export async function readProducts(
  db: Database,
  { workspaceId, actor }: Binding,
  skus: readonly string[],
  hashes: readonly string[] = skus.map(() => ""),
): Promise<Map<string, StoredProduct>> {
  const statement = {
    name: "product_read",
    text: "SELECT * FROM product_read($1, $2, $3, $4)",
    values: [workspaceId, actor, textArray(skus), hexArray(hashes)],
  };
  const { rows } = await db.shares.run(workspaceId, () => db.app.query<Row>(statement));
  if (rows.some(({ same, doc }) => !same && doc === null)) throw productsTooLarge();
  return new Map(
    rows.map((row) => [
      row.sku,
      {
        sku: row.sku,
        id: row.id,
        version: Number(row.version),
        createdAt: row.created_at,
        deleted: row.deleted,
        doc: row.doc,
      },
    ]),
  );
}

const MEGABYTES_MAX = LIMITS.readProductsBytesMax / 1_000_000;

/** The products of a request are too large together. */
export const productsTooLarge = (): Problem =>
  new Problem(
    "payload_too_large",
    `The stored products of this request have more than ${MEGABYTES_MAX} MB together. Send fewer products in each request.`,
  );
