import {
  type DirectoryPosition,
  type DirectoryProduct,
  listDirectoryProducts,
  rankDirectoryProducts,
} from "@skucast/db/directory/read-directory";
import type { PublicProduct } from "@skucast/profiles/channel/public-product";
import { publicWordsOf } from "@skucast/profiles/channel/public-words";
import type { Cancellable } from "../cancellable.js";
import type { CatalogContext } from "../context.js";
import { showProducts } from "./show-products.js";

/** Where a page starts. The match and the score are those of the workspace's search (searchProducts). */
export interface PublicPosition extends DirectoryPosition {
  readonly match: "all" | "near" | "any";
  readonly score: number;
}

interface Call extends Cancellable {
  readonly ctx: Pick<CatalogContext, "db" | "clock" | "turns" | "directoryProof">;
  readonly input: {
    readonly catalogId?: string | undefined;
    /** None for all products. */
    readonly words?: readonly string[] | undefined;
    /** The same words as they were written, to look for similar ones. */
    readonly spelled?: readonly string[] | undefined;
    readonly availability?: string | undefined;
    /** Null for the first page. */
    readonly after: PublicPosition | null;
    readonly limit: number;
  };
}

export interface FoundPublicProduct {
  readonly product: PublicProduct;
  readonly position: PublicPosition;
}

export interface PublicPage {
  readonly found: readonly FoundPublicProduct[];
  readonly next: PublicPosition | null;
}

const START: PublicPosition = { catalogId: "", sku: "", match: "all", score: 0 };
/** Candidates with some of the words that are compared. */
const RANKED_MAX = 200;

/**
 * A page of the public directory's products. Without words, in the order of channel and SKU. With words, those that contain
 * all of them, in the same order, and then those that contain some, the best first; if none contains all, those with
 * similar words come first. Anyone may read it.
 */
export async function searchDirectory(call: Call): Promise<PublicPage> {
  const { words = [], after, limit } = call.input;
  if (after?.match === "any") return rankedPage(call, after);
  const { page, isNothing } = await matchingPage(call, after ?? START);
  const isMissing = isNothing && after === null && words.length > 0;
  const shown = isMissing ? await matchingPage(call, { ...START, match: "near" }) : { page, isNothing };
  const isNear = after?.match === "near" || (isMissing && !shown.isNothing);
  if (shown.page.next !== null || isNear || words.length < 2) return shown.page;
  const rest = await rankedPage({ ...call, input: { ...call.input, limit: limit - shown.page.found.length } }, null);
  return { found: [...shown.page.found, ...rest.found], next: rest.next };
}

async function matchingPage({ ctx, input, signal }: Call, { match, catalogId, sku }: PublicPosition) {
  const { words = [], spelled = words, after: _after, ...filters } = input;
  const isNear = match === "near";
  signal?.throwIfAborted();
  const query = { ...filters, words: isNear ? spelled : words, isNear, after: { catalogId, sku } };
  const { products, next } = await listDirectoryProducts(ctx.db, query);
  const found = await shownProducts({ ctx, input, signal }, products);
  const matching = found.filter(({ score }) => isNear || score === words.length);
  const page: PublicPage = {
    found: matching.map(({ product }) => ({ product, position: { ...placeOf(product), match, score: 0 } })),
    next: next && { ...next, match, score: 0 },
  };
  return { page, isNothing: products.length === 0 && !next };
}

async function rankedPage(call: Call, after: PublicPosition | null): Promise<PublicPage> {
  const { words = [], catalogId, availability, limit } = call.input;
  call.signal?.throwIfAborted();
  const query = { words, catalogId, availability, limit: RANKED_MAX };
  const shown = await shownProducts(call, await rankDirectoryProducts(call.ctx.db, query));
  const ranked = shown
    .filter(({ score }) => score > 0 && score < words.length)
    .map(({ product, score }) => ({ product, position: { ...placeOf(product), match: "any" as const, score } }))
    .sort((a, b) => compareRanks(a.position, b.position))
    .filter(({ position }) => after === null || compareRanks(position, after) > 0);
  const found = ranked.slice(0, limit);
  const start: PublicPosition = { ...START, match: "any", score: words.length };
  return { found, next: ranked.length > limit ? (found.at(-1)?.position ?? after ?? start) : null };
}

/**
 * Products as their channels show them, with the number of words that each contains. The index may lag behind changes,
 * so the current products are compared with the words and the filter again.
 */
async function shownProducts({ ctx, input, signal }: Call, products: readonly DirectoryProduct[]) {
  const { words = [], availability } = input;
  const shown = await showProducts(ctx, products, { signal });
  const current = shown.filter(({ fields }) => (availability ?? fields.availability) === fields.availability);
  return current.map((product) => {
    const text = words.length === 0 ? "" : publicWordsOf(product);
    return { product, score: words.filter((word) => text.includes(word)).length };
  });
}

const placeOf = ({ catalogId, sku }: PublicProduct): DirectoryPosition => ({ catalogId, sku });

/** More words first, then the order of channels and SKUs. */
function compareRanks(a: PublicPosition, b: PublicPosition): number {
  if (a.score !== b.score) return b.score - a.score;
  return compareText(a.catalogId, b.catalogId) || compareText(a.sku, b.sku);
}

const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);
