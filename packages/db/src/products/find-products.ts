import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { textArray } from "../array-parameter.js";
import type { TransactionClient } from "../database.js";
import { containing } from "./containing.js";
import { indexedConditions, isIndexed } from "./indexed-conditions.js";
import { type ProductConditions, selectionSql } from "./selection.js";

export interface FindQuery {
  readonly binding: Binding;
  /** In small letters; all of them must be found. */
  readonly words: readonly string[];
  /** Whether words like these are enough. */
  readonly isNear: boolean;
  readonly conditions: readonly ProductConditions[];
  /** The SKU after which the page begins. */
  readonly after: string;
  readonly limit: number;
}

export interface FoundPage {
  /** The products' JSON texts in the order of their SKUs. */
  readonly docs: readonly string[];
  /** The SKU after which the next page begins; null at the end. */
  readonly next: string | null;
}

/** Products as far as some SKU; null where there are no more. */
interface Stretch {
  readonly found: readonly { readonly sku: string; readonly doc: string }[];
  readonly until: string | null;
}

/** Times that one page asks the index for more than is missing. */
const TURNS_MAX = 6;

/**
 * A page of the products that contain all words, or such as are like them, and meet all conditions: only what the actor
 * sees. The next products are looked at themselves, so that a small catalogue is always searched as it is now; those further
 * on are found by the index, which follows a moment later. A page is full unless it is the last, or far more products
 * have the words than the actor sees or the conditions let through: then it is short and yet has a next one.
 */
export async function findProducts(client: TransactionClient, query: FindQuery): Promise<FoundPage> {
  const found: Stretch["found"][number][] = [];
  let until: string | null = query.after;
  const look = async (read: (rest: FindQuery) => Promise<Stretch>): Promise<void> => {
    if (until === null || found.length > query.limit) return;
    const stretch = await read({ ...query, after: until, limit: query.limit + 1 - found.length });
    found.push(...stretch.found);
    until = stretch.until;
  };
  if (!query.isNear) await look((rest) => nextStretch(client, rest));
  if (isIndexed(query)) {
    // What the index names is mostly what is asked: it is asked for more than is missing only where that was not enough.
    await look((rest) => indexedStretch(client, rest, rest.limit));
    for (let turn = 0; turn < TURNS_MAX; turn += 1)
      await look((rest) => indexedStretch(client, rest, LIMITS.searchCandidatesMax));
  }
  const shown = found.slice(0, query.limit);
  const next = found.length > query.limit ? (shown.at(-1)?.sku ?? null) : until;
  return { docs: shown.map(({ doc }) => doc), next };
}

/** The next products, each looked at; all the more where the index knows nothing of what is asked. */
async function nextStretch(client: TransactionClient, query: FindQuery): Promise<Stretch> {
  const { binding, words, conditions, after, limit } = query;
  const lookedMax = isIndexed(query) ? LIMITS.listScanRowsMax : LIMITS.pageScanRowsMax;
  const window = await client.query<{ last: string | null; looked_at: number }>(
    `SELECT max(sku) AS last, count(*)::int AS looked_at FROM (
       SELECT sku FROM products WHERE workspace_id = $1 AND sku > $2 ORDER BY sku LIMIT $3
     ) AS looked_at`,
    [binding.workspaceId, after, lookedMax],
  );
  const { last = null, looked_at = 0 } = window.rows[0] ?? {};
  const selection = selectionSql(conditions, 6);
  const { rows } = await client.query<{ sku: string; doc: string }>(
    `SELECT p.sku, p.doc FROM products p
     WHERE p.workspace_id = $1 AND p.sku > $2 AND p.sku <= $3 AND ${selection.sql}
       AND (cardinality($5::text[]) = 0 OR search_words(p.doc) LIKE ALL ($5::text[]))
     ORDER BY p.sku LIMIT $4`,
    [binding.workspaceId, after, last ?? after, limit, words.map(containing), ...selection.values],
  );
  return { found: rows, until: looked_at < lookedMax ? null : last };
}

/** Products that the index names, as they are now. */
async function indexedStretch(client: TransactionClient, query: FindQuery, namedMax: number): Promise<Stretch> {
  const { binding, words, isNear, conditions, after, limit } = query;
  const { rows: named } = await client.query<{ sku: string }>("SELECT sku FROM own_search_skus($1, $2, $3, $4, $5)", [
    textArray(words),
    isNear,
    after,
    namedMax,
    JSON.stringify(indexedConditions(conditions)),
  ]);
  const selection = selectionSql(conditions, 4);
  const { rows } = await client.query<{ sku: string; doc: string }>(
    `SELECT p.sku, p.doc FROM products p
     WHERE p.workspace_id = $1 AND p.sku = ANY($2) AND ${selection.sql} ORDER BY p.sku LIMIT $3`,
    [binding.workspaceId, textArray(named.map(({ sku }) => sku)), limit, ...selection.values],
  );
  return { found: rows, until: named.length < namedMax ? null : (named.at(-1)?.sku ?? null) };
}
