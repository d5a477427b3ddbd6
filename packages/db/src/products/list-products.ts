import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { type ProductConditions, selectionSql } from "./selection.js";

export interface ProductPage {
  /** The products' JSON texts in the order of their SKUs, with commas between them: the inside of a JSON array. */
  readonly docs: string;
  /** The SKU after which the next page begins; null at the end. */
  readonly next: string | null;
}

interface PageQuery {
  readonly binding: Binding;
  readonly after: string;
  readonly limit: number;
}

/** A page of all live products: one statement, keyset, no count. */
export async function listProducts(db: Database, { binding, after, limit }: PageQuery): Promise<ProductPage> {
  const { rows } = await db.app.query<[string | null, string | null]>({
    name: "product_page",
    text: "SELECT * FROM product_page($1, $2, $3, $4)",
    rowMode: "array",
    values: [binding.workspaceId, binding.actor, after, limit],
  });
  const [docs = null, next = null] = rows[0] ?? [];
  return { docs: docs ?? "", next };
}

/**
 * A page of the products that meet all of some conditions. It looks at a bounded number of rows, so that a filter that matches
 * little costs no more than one that matches much; such a page may be short or empty and yet have a next one.
 */
export function listMatchingProducts(
  db: Database,
  { binding, after, limit }: PageQuery,
  conditions: readonly ProductConditions[],
): Promise<ProductPage> {
  const { workspaceId } = binding;
  return inWorkspace(db, binding, async (client) => {
    const window = await client.query<{ last: string | null; looked_at: number }>(
      `SELECT max(sku) AS last, count(*)::int AS looked_at FROM (
         SELECT sku FROM products WHERE workspace_id = $1 AND sku > $2 ORDER BY sku LIMIT $3
       ) AS looked_at`,
      [workspaceId, after, LIMITS.pageScanRowsMax],
    );
    const { last = null, looked_at = 0 } = window.rows[0] ?? {};
    const selection = selectionSql(conditions, 5);
    const { rows } = await client.query<{ sku: string; doc: string }>(
      `SELECT p.sku, p.doc FROM products p
       WHERE p.workspace_id = $1 AND p.sku > $2 AND p.sku <= $3 AND ${selection.sql} ORDER BY p.sku LIMIT $4`,
      [workspaceId, after, last ?? after, limit + 1, ...selection.values],
    );
    const page = rows.slice(0, limit);
    const windowEnd = looked_at < LIMITS.pageScanRowsMax ? null : last;
    return {
      docs: page.map((row) => row.doc).join(),
      next: rows.length > limit ? (page.at(-1)?.sku ?? null) : windowEnd,
    };
  });
}
