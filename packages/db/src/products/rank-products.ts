import { LIMITS } from "@skucast/contracts/limits";
import { textArray } from "../array-parameter.js";
import type { TransactionClient } from "../database.js";
import type { FindQuery } from "./find-products.js";
import { indexedConditions } from "./indexed-conditions.js";
import { fitting, withinBytes } from "./page-bytes.js";
import { selectionSql } from "./selection.js";
import { wordPatterns } from "./word-match.js";

/** A place in the order of ranked products: after those with more words, or as many and a smaller SKU. */
export interface RankPosition {
  readonly score: number;
  readonly sku: string;
}

export interface RankedProduct extends RankPosition {
  readonly doc: string;
}

interface RankQuery extends Pick<FindQuery, "binding" | "words" | "conditions" | "limit"> {
  /** Null for the start. */
  readonly after: RankPosition | null;
}

/**
 * Products that contain some of the words but not all, those with most of them first; `score` counts them. Ranks a
 * limited number of candidates: the first products, which are read directly, and the best that the index knows. `hasMore`
 * says whether there are more than the limit or the bytes of a page allow.
 */
export async function rankProducts(
  client: TransactionClient,
  query: RankQuery,
): Promise<{ readonly ranked: readonly RankedProduct[]; readonly hasMore: boolean }> {
  const { binding, words, conditions, after, limit } = query;
  if (words.length < 2) return { ranked: [], hasMore: false };
  const { workspaceId } = binding;
  const { rows: candidates } = await client.query<{ sku: string }>(
    `SELECT sku FROM own_search_ranked($1, $2, $3)
     UNION (SELECT sku FROM products WHERE workspace_id = $4 ORDER BY sku LIMIT $5)`,
    [
      textArray(words),
      LIMITS.searchCandidatesMax,
      JSON.stringify(indexedConditions(conditions)),
      workspaceId,
      LIMITS.listScanRowsMax,
    ],
  );
  const selection = selectionSql(conditions, 8);
  const { rows } = await client.query<RankPosition & { readonly doc: string | null }>(
    withinBytes({
      rows: `SELECT p.sku, p.doc, r.score FROM products p, LATERAL (SELECT search_text(p.doc) AS words OFFSET 0) AS t,
               LATERAL (SELECT count(*)::int AS score FROM unnest($3::text[]) AS pattern WHERE t.words LIKE pattern) AS r
             WHERE p.workspace_id = $1 AND p.sku = ANY($2) AND ${selection.sql} AND r.score BETWEEN 1 AND $4
               AND (r.score < $5 OR (r.score = $5 AND p.sku > $6))
             ORDER BY r.score DESC, p.sku LIMIT $7`,
      columns: "sku, score",
      order: "score DESC, sku",
    }),
    [
      workspaceId,
      textArray(candidates.map(({ sku }) => sku)),
      wordPatterns(words),
      words.length - 1,
      after?.score ?? words.length,
      after?.sku ?? "",
      limit + 1,
      ...selection.values,
    ],
  );
  const ranked = fitting(rows, limit);
  return { ranked, hasMore: rows.length > ranked.length };
}
