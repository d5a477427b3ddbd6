import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { type ProductConditions, prefixSql, selectionSql } from "./selection.js";
import { wordPatterns, wordsSql } from "./word-match.js";

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
  // A prefix narrows the products that are looked at, so its count is exact in larger workspaces as well.
  const prefixes = conditions.flatMap(({ skuPrefix }) => skuPrefix ?? []);
  const range = prefixes.map((_, i) => ` AND ${prefixSql("sku", `$${selection.values.length + 4 + i}`)}`).join("");
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ count: number; looked_at: number }>(
      `SELECT count(*) FILTER (WHERE ${selection.sql}
         AND ${wordsSql("$3")})::int AS count, count(*)::int AS looked_at
       FROM (SELECT * FROM products WHERE workspace_id = $1${range} ORDER BY sku LIMIT $2) AS p`,
      [binding.workspaceId, LIMITS.countedProductsMax + 1, wordPatterns(words), ...selection.values, ...prefixes],
    );
    const { count = 0, looked_at: lookedAt = 0 } = rows[0] ?? {};
    return { count, isExact: lookedAt <= LIMITS.countedProductsMax };
  });
}
