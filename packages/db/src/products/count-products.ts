import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { containing } from "./containing.js";
import { type ProductConditions, selectionSql } from "./selection.js";

interface CountQuery {
  readonly binding: Binding;
  /** Lower-cased. A product must contain all of them. */
  readonly words: readonly string[];
  readonly conditions: readonly ProductConditions[];
  readonly includesDeleted: boolean;
}

export interface ProductCount {
  readonly count: number;
  /** False if there are more products than are read for a count. `count` is then a lower bound. */
  readonly isExact: boolean;
}

/**
 * Counts the products that meet all conditions, among the first ones that the actor sees in the order of their SKUs.
 */
export function countProducts(db: Database, query: CountQuery): Promise<ProductCount> {
  const { binding, words, conditions, includesDeleted } = query;
  const selection = selectionSql(conditions, 4, { includesDeleted });
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ count: number; looked_at: number }>(
      `SELECT count(*) FILTER (WHERE ${selection.sql}
         AND (cardinality($3::text[]) = 0 OR search_words(p.doc) LIKE ALL ($3::text[])))::int AS count, count(*)::int AS looked_at
       FROM (SELECT * FROM products WHERE workspace_id = $1 ORDER BY sku LIMIT $2) AS p`,
      [binding.workspaceId, LIMITS.countedProductsMax + 1, words.map(containing), ...selection.values],
    );
    const { count = 0, looked_at: lookedAt = 0 } = rows[0] ?? {};
    return { count, isExact: lookedAt <= LIMITS.countedProductsMax };
  });
}
