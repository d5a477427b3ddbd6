import type { TransactionClient } from "../database.js";
import type { FindQuery, FoundPage } from "./find-products.js";
import { fitting, withinBytes } from "./page-bytes.js";
import { selectionSql } from "./selection.js";
import { wordPatterns, wordsSql } from "./word-match.js";

/** A page of products with given SKUs. Each is looked up by its key. */
export async function readNamedProducts(client: TransactionClient, query: FindQuery): Promise<FoundPage> {
  const { binding, words, conditions, after, limit } = query;
  const selection = selectionSql(conditions, 5);
  const { rows } = await client.query<{ sku: string; doc: string | null }>(
    withinBytes({
      rows: `SELECT p.sku, p.doc FROM products p
             WHERE p.workspace_id = $1 AND p.sku > $2 AND ${selection.sql}
               AND ${wordsSql("$4")}
             ORDER BY p.sku LIMIT $3`,
      columns: "sku",
      order: "sku",
    }),
    [binding.workspaceId, after, limit + 1, wordPatterns(words), ...selection.values],
  );
  const shown = fitting(rows, limit);
  return { docs: shown.map(({ doc }) => doc), next: rows.length > shown.length ? (shown.at(-1)?.sku ?? null) : null };
}
