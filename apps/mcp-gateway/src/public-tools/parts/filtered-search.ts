import {
  type FoundPublicProduct,
  type PublicPosition,
  searchDirectory,
} from "@skucast/catalog/directory/search-directory";
import type { PriceRange } from "@skucast/contracts/products/price-words";
import { readSearchQuery } from "@skucast/contracts/products/search-query";
import type { McpContext } from "../../context.js";
import { type DirectoryFilters, hasPrice, matches, needsFiltering } from "./ucp-filters.js";

/** The query of a search. Its cursors are valid only for the same query. */
export interface DirectoryQuery {
  readonly query?: string | undefined;
  readonly filters: DirectoryFilters;
  /** The currency of the price filter. */
  readonly currency?: string | undefined;
}

/** Where a page starts. */
export interface DirectoryPlace extends PublicPosition {
  /** Whether it is a page of products whose price does not match the words, because no product's does. */
  readonly ignoresPrice: boolean;
}

interface Window {
  readonly after: DirectoryPlace | null;
  readonly limit: number;
  readonly signal: AbortSignal;
}

interface FilteredPage {
  readonly found: readonly FoundPublicProduct[];
  readonly next: DirectoryPlace | null;
  /** The price that was read from the query. */
  readonly price: PriceRange | null;
  readonly ignoresPrice: boolean;
}

/** With filters that the database cannot apply, products are read in batches of this size. */
const BATCH_SIZE = 50;
const BATCHES_MAX = 10;

/**
 * A page of products that match the words and all filters. Filters that the database cannot apply are applied to its
 * results. If nothing has the price that the words name, the price is ignored.
 */
export async function searchFiltered(ctx: McpContext, query: DirectoryQuery, window: Window): Promise<FilteredPage> {
  const { words, spelled, price } = readSearchQuery(query.query ?? "");
  const page = async (ignoresPrice: boolean): Promise<FilteredPage> => {
    const asked = {
      words,
      spelled,
      filters: query.filters,
      currency: query.currency,
      price: ignoresPrice ? null : price,
    };
    const { found, next } = await readBatches(ctx, asked, window);
    return { found, next: next && { ...next, ignoresPrice }, price, ignoresPrice };
  };
  const first = await page(window.after?.ignoresPrice ?? false);
  const isNothing = window.after === null && first.found.length === 0 && first.next === null;
  return isNothing && price !== null && words.length > 0 ? page(true) : first;
}

interface Asked {
  readonly words: readonly string[];
  readonly spelled: readonly string[];
  readonly filters: DirectoryFilters;
  readonly currency: string | undefined;
  readonly price: PriceRange | null;
}

async function readBatches(ctx: McpContext, { words, spelled, filters, currency, price }: Asked, window: Window) {
  const { limit, signal } = window;
  const { catalog_id: catalogId, availability = [] } = filters;
  const one = availability.length === 1 ? availability[0] : undefined;
  const size = needsFiltering(filters) || price !== null ? BATCH_SIZE : limit;
  const found: FoundPublicProduct[] = [];
  let after: PublicPosition | null = window.after;
  for (let batches = 1; ; batches += 1) {
    const input = { words, spelled, catalogId, availability: one, after, limit: size };
    const batch = await searchDirectory({ ctx: ctx.catalog, input, signal });
    const matching = batch.found.filter(
      ({ product }) => matches(product, filters, currency) && (price === null || hasPrice(product, price)),
    );
    found.push(...matching.slice(0, limit - found.length));
    const last = found.at(-1);
    // The next page starts after the last product shown or, if the page is not full, after the last one examined.
    if (found.length === limit && last && last !== batch.found.at(-1)) return { found, next: last.position };
    if (found.length === limit || batch.next === null || batches === BATCHES_MAX) return { found, next: batch.next };
    after = batch.next;
  }
}
