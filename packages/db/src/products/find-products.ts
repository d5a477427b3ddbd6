import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { textArray } from "../array-parameter.js";
import type { TransactionClient } from "../database.js";
import { indexedConditions, isIndexed, knowsAll } from "./indexed-conditions.js";
import { bytesLeft, fitting, withinBytes } from "./page-bytes.js";
import { type ProductConditions, prefixSql, selectionSql } from "./selection.js";
import { wordPatterns, wordsSql } from "./word-match.js";

export interface FindQuery {
  readonly binding: Binding;
  /** Lower-cased. A product must contain all of them. */
  readonly words: readonly string[];
  /** Whether similar words are enough. */
  readonly isNear: boolean;
  readonly conditions: readonly ProductConditions[];
  /** The SKU after which the page starts. */
  readonly after: string;
  readonly limit: number;
}

export interface FoundPage {
  /** The products as JSON strings, in the order of their SKUs. */
  readonly docs: readonly string[];
  /** The SKU after which the next page starts. Null at the end. */
  readonly next: string | null;
}

/** Products up to some SKU. Null if there are no more. */
interface Batch {
  readonly found: readonly { readonly sku: string; readonly doc: string }[];
  readonly until: string | null;
  /** Whether more would exceed the bytes of a page. */
  readonly isFull: boolean;
}

interface Row {
  readonly sku: string;
  readonly doc: string | null;
}

const PAGE = { columns: "sku", order: "sku" };

/** Maximum further queries of the index for one page. Each requests more products than the page needs. */
const INDEX_BATCHES_MAX = 6;

/**
 * A page of the products that contain all words, or similar ones, and meet all conditions. Only products that the actor
 * sees.
 *
 * The next products are read directly, so that a small catalog is always searched as it is now. Products after those
 * are found by the index, which is slightly behind. A page is full unless it is the last one, or far more products
 * contain the words than the actor sees or the conditions allow, or frequent words are missing from the next 8,000: then
 * it is short although there is a next one. So is one whose documents are large.
 */
export async function findProducts(client: TransactionClient, query: FindQuery): Promise<FoundPage> {
  // Only the index knows similar words, and it is not used without words.
  if (query.isNear && !isIndexed(query)) return { docs: [], next: null };
  const found: Batch["found"][number][] = [];
  let until: string | null = query.after;
  let isSparse = false;
  let isFull = false;
  const addBatch = async (read: (rest: BatchQuery) => Promise<Batch>): Promise<void> => {
    const bytesMax = bytesLeft(found);
    isFull ||= bytesMax < 1;
    if (until === null || isFull || found.length > query.limit) return;
    const limit = query.limit + 1 - found.length;
    const batch = await read({ ...query, after: until, limit, bytesMax });
    found.push(...batch.found);
    until = batch.until;
    isFull = batch.isFull;
    isSparse = batch.found.length * 2 < limit;
  };
  if (!query.isNear) await addBatch((rest) => readNextBatch(client, rest));
  if (isIndexed(query)) {
    // Most products that the index finds match, so the first query requests only as many as the page needs.
    await addBatch((rest) => readIndexedBatch(client, rest, rest.limit));
    // Candidates that should match, and do not, only say where the index stopped looking (search_skus.sql).
    const mayStop = knowsAll(query.conditions);
    for (let i = 0; i < INDEX_BATCHES_MAX && !(mayStop && isSparse); i += 1)
      await addBatch((rest) => readIndexedBatch(client, rest, LIMITS.searchCandidatesMax));
  }
  const shown = found.slice(0, query.limit);
  const next = isFull || found.length > query.limit ? (shown.at(-1)?.sku ?? null) : until;
  return { docs: shown.map(({ doc }) => doc), next };
}

interface BatchQuery extends FindQuery {
  readonly bytesMax: number;
}

const batchOf = (rows: readonly Row[], until: string | null): Batch => {
  const found = fitting(rows, rows.length);
  return { found, until, isFull: found.length < rows.length };
};

/** Reads the next products directly; reads more of them if the index does not know the conditions. */
async function readNextBatch(client: TransactionClient, query: BatchQuery): Promise<Batch> {
  const { binding, words, conditions, after, limit, bytesMax } = query;
  const lookedMax = isIndexed(query) ? LIMITS.listScanRowsMax : LIMITS.pageScanRowsMax;
  const prefixes = conditions.flatMap(({ skuPrefix }) => skuPrefix ?? []);
  const range = prefixes.map((_, i) => ` AND ${prefixSql("sku", `$${i + 4}`)}`).join("");
  const window = await client.query<{ last: string | null; looked_at: number }>(
    `SELECT max(sku) AS last, count(*)::int AS looked_at FROM (
       SELECT sku FROM products WHERE workspace_id = $1 AND sku > $2${range} ORDER BY sku LIMIT $3
     ) AS looked_at`,
    [binding.workspaceId, after, lookedMax, ...prefixes],
  );
  const { last = null, looked_at = 0 } = window.rows[0] ?? {};
  const selection = selectionSql(conditions, 6);
  const { rows } = await client.query<Row>(
    withinBytes({
      rows: `SELECT p.sku, p.doc FROM products p
             WHERE p.workspace_id = $1 AND p.sku > $2 AND p.sku <= $3 AND ${selection.sql}
               AND ${wordsSql("$5")}
             ORDER BY p.sku LIMIT $4`,
      ...PAGE,
      bytesMax,
    }),
    [binding.workspaceId, after, last ?? after, limit, wordPatterns(words), ...selection.values],
  );
  return batchOf(rows, looked_at < lookedMax ? null : last);
}

/** The current state of products that the index found. Some of them may be there only to continue after them. */
async function readIndexedBatch(client: TransactionClient, query: BatchQuery, namedMax: number): Promise<Batch> {
  const { binding, words, isNear, conditions, after, limit, bytesMax } = query;
  const { rows: named } = await client.query<{ sku: string }>("SELECT sku FROM own_search_skus($1, $2, $3, $4, $5)", [
    textArray(words),
    isNear,
    after,
    namedMax,
    JSON.stringify(indexedConditions(conditions)),
  ]);
  const selection = selectionSql(conditions, 5);
  const { rows } = await client.query<Row>(
    withinBytes({
      rows: `SELECT p.sku, p.doc FROM products p
             WHERE p.workspace_id = $1 AND p.sku = ANY($2) AND ${wordsSql("$4")} AND ${selection.sql}
             ORDER BY p.sku LIMIT $3`,
      ...PAGE,
      bytesMax,
    }),
    [
      binding.workspaceId,
      textArray(named.map(({ sku }) => sku)),
      limit,
      isNear ? [] : wordPatterns(words),
      ...selection.values,
    ],
  );
  return batchOf(rows, named.length < namedMax ? null : (named.at(-1)?.sku ?? null));
}
