import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { textArray } from "../array-parameter.js";
import { type Database, inWorkspace, type TransactionClient } from "../database.js";
import { type ProductConditions, selectionSql } from "./selection.js";

/** Where a page begins: after this SKU, among products that contain the words or among those that have similar ones. */
export interface SearchPosition {
  readonly isNear: boolean;
  readonly sku: string;
}

export interface SearchQuery {
  readonly binding: Binding;
  /** In small letters; all of them must be found. */
  readonly words: readonly string[];
  readonly filters: {
    readonly status?: string | undefined;
    readonly availability?: string | undefined;
    readonly brand?: string | undefined;
  };
  readonly conditions: readonly ProductConditions[];
  /** Null for the first page. */
  readonly after: SearchPosition | null;
  readonly limit: number;
}

export interface SearchPage {
  /** The products' JSON texts in the order of their SKUs. */
  readonly docs: readonly string[];
  /** Whether nothing contains the words, and these have similar ones. */
  readonly isNear: boolean;
  readonly next: SearchPosition | null;
}

/**
 * A page of the products that contain all words, or where none does, of those that have similar ones: only such as the
 * actor sees. It looks at a bounded number of them; a page may be short, or empty, and yet have a next one.
 */
export function searchProducts(db: Database, query: SearchQuery): Promise<SearchPage> {
  return inWorkspace(db, query.binding, async (client) => {
    const { isNear = false, sku = "" } = query.after ?? {};
    const page = await pageAfter(client, query, { isNear, sku });
    const isNothing = query.after === null && page.docs.length === 0 && page.next === null;
    return isNothing ? pageAfter(client, query, { isNear: true, sku: "" }) : page;
  });
}

/** The filters again, on the products themselves: where words stand, they may be those of a moment ago. */
const filterConditions = ({ status, availability, brand }: SearchQuery["filters"]): ProductConditions => ({
  status,
  availability: availability === undefined ? undefined : [availability],
  brand: brand === undefined ? undefined : [brand],
});

async function pageAfter(
  client: TransactionClient,
  { binding, words, filters, conditions, limit }: SearchQuery,
  { isNear, sku: after }: SearchPosition,
): Promise<SearchPage> {
  const { status = null, availability = null, brand = null } = filters;
  const isNarrowed = conditions.length > 0 || binding.actor !== "*";
  const candidatesMax = isNarrowed ? LIMITS.searchCandidatesMax : limit + 1;
  const { rows: candidates } = await client.query<{ sku: string }>(
    "SELECT sku FROM own_search_skus($1, $2, $3, $4, $5, $6, $7)",
    [textArray(words), isNear, after, candidatesMax, status, availability, brand],
  );
  const selection = selectionSql([...conditions, filterConditions(filters)], 4);
  const { rows } = await client.query<{ sku: string; doc: string }>(
    `SELECT p.sku, p.doc FROM products p
     WHERE p.workspace_id = $1 AND p.sku = ANY($2) AND ${selection.sql} ORDER BY p.sku LIMIT $3`,
    [binding.workspaceId, textArray(candidates.map(({ sku }) => sku)), limit + 1, ...selection.values],
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const end = last ?? (candidates.length === candidatesMax ? candidates.at(-1) : undefined);
  return { docs: shown.map(({ doc }) => doc), isNear, next: end ? { isNear, sku: end.sku } : null };
}
