import { type Database, inWorkspace, type TransactionClient } from "../database.js";
import { type FindQuery, findProducts } from "./find-products.js";
import { rankProducts } from "./rank-products.js";

/**
 * How products match the words: `all` contain each of them, `near` words that are similar to each, `any` contain only
 * some of them.
 */
export type Match = "all" | "near" | "any";

/** Start of a page: after this product, among those that match in the same way. */
export interface SearchPosition {
  readonly match: Match;
  readonly sku: string;
  /** With `any`: how many words the product contains. */
  readonly score: number;
}

export interface SearchQuery extends Pick<FindQuery, "binding" | "words" | "conditions" | "limit"> {
  /** The words as they were written, to look for similar ones. */
  readonly spelled: readonly string[];
  /** Null for the first page. */
  readonly after: SearchPosition | null;
}

export interface FoundProduct {
  readonly doc: string;
  readonly position: SearchPosition;
}

export interface SearchPage {
  readonly found: readonly FoundProduct[];
  readonly next: SearchPosition | null;
}

const START: SearchPosition = { match: "all", sku: "", score: 0 };

/**
 * A page of the products that contain all words, in the order of their SKUs, and then of those that contain some of them, the
 * best first. If no product contains all words, those with similar words are returned instead of the first group.
 */
export function searchProducts(db: Database, query: SearchQuery): Promise<SearchPage> {
  return inWorkspace(db, query.binding, async (client) => {
    const { after } = query;
    if (after?.match === "any") return rankedPage(client, query, after);
    const page = await matchingPage(client, query, after ?? START);
    const isNothing = after === null && query.words.length > 0 && page.found.length === 0 && page.next === null;
    const near = isNothing ? await matchingPage(client, query, { ...START, match: "near" }) : page;
    if (near.found.some(({ position }) => position.match === "near") || near.next !== null) return near;
    if (after?.match === "near") return near;
    const rest = await rankedPage(client, { ...query, limit: query.limit - near.found.length }, null);
    return { found: [...near.found, ...rest.found], next: rest.next };
  });
}

async function matchingPage(client: TransactionClient, query: SearchQuery, after: SearchPosition): Promise<SearchPage> {
  const { match } = after;
  const isNear = match === "near";
  const words = isNear ? query.spelled : query.words;
  const { docs, next } = await findProducts(client, { ...query, words, isNear, after: after.sku });
  const found = docs.map((doc) => ({ doc, position: { match, sku: skuOf(doc), score: 0 } }));
  return { found, next: next === null ? null : { match, sku: next, score: 0 } };
}

/** With a limit of zero, whether there is anything to rank is left to the next page. */
async function rankedPage(
  client: TransactionClient,
  query: SearchQuery,
  after: SearchPosition | null,
): Promise<SearchPage> {
  const { ranked, hasMore } = await rankProducts(client, { ...query, after });
  const found = ranked.map(({ doc, sku, score }) => positioned(doc, sku, score));
  if (!hasMore) return { found, next: null };
  const start: SearchPosition = { match: "any", sku: "", score: query.words.length };
  return { found, next: found.at(-1)?.position ?? after ?? start };
}

const positioned = (doc: string, sku: string, score: number): FoundProduct => ({
  doc,
  position: { match: "any", sku, score },
});

const skuOf = (doc: string): string => (JSON.parse(doc) as { sku: string }).sku;
