import { type PublicPage, type PublicPosition, searchDirectory } from "@skucast/catalog/directory/search-directory";
import type { PublicProduct } from "@skucast/catalog/directory/show-products";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import type { McpContext } from "../../context.js";
import type { PublicCall } from "../../tools/define-tool.js";
import { fitItems } from "../../tools/parts/fit-items.js";
import { searchHint } from "../../tools/parts/search-hint.js";
import { type DirectoryFilters, matches, needsFiltering } from "./ucp-filters.js";
import { ucpProductOf } from "./ucp-product.js";

const POSITION = z.tuple([z.string(), z.string(), z.boolean()]);

/** The query of a search. Its cursors are valid only for the same query. */
export interface DirectoryQuery {
  readonly query?: string | undefined;
  readonly filters: DirectoryFilters;
}

const NO_RESULTS = "No public product contains these or similar words. Try fewer or other words.";

interface PageRequest extends DirectoryQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly format: "concise" | "detailed";
}

/** With filters that the database cannot apply, products are read in batches of this size. */
const BATCH_SIZE = 50;
const BATCHES_MAX = 10;

interface Window {
  readonly after: PublicPosition | null;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** A page of products that match all filters. Filters that the database cannot apply are applied to its results. */
async function searchFiltered(
  ctx: McpContext,
  { query: text, filters }: DirectoryQuery,
  window: Window,
): Promise<PublicPage> {
  const { limit, signal } = window;
  const { catalog_id: catalogId, availability = [] } = filters;
  const one = availability.length === 1 ? availability[0] : undefined;
  const size = needsFiltering(filters) ? BATCH_SIZE : limit;
  const items: PublicProduct[] = [];
  let { after } = window;
  for (let looks = 1; ; looks += 1) {
    const input = { text, catalogId, availability: one, after, limit: size };
    const found = await searchDirectory({ ctx: ctx.catalog, input, signal });
    const { isNear, next } = found;
    const matching = found.items.filter((product) => matches(product, filters));
    items.push(...matching.slice(0, limit - items.length));
    const last = items.at(-1);
    // The next page starts after the last product shown or, if the page is not full, after the last one examined.
    if (items.length === limit && last && last !== found.items.at(-1)) {
      return { items, isNear, next: { catalogId: last.catalogId, sku: last.sku, isNear } };
    }
    if (items.length === limit || next === null || looks === BATCHES_MAX) return { items, isNear, next };
    after = next;
  }
}

/** Search words. */
export const queryInput = text(200);

/**
 * A page of public products in the protocol's shape, shortened to the length limit, and the cursor of the next page.
 */
export async function directoryPage(
  ctx: McpContext,
  { cursor, limit, format, ...query }: PageRequest,
  { signal }: Pick<PublicCall, "signal">,
) {
  const bound = ["directory", query];
  const position = cursor === undefined ? null : POSITION.parse(JSON.parse(ctx.cursors.decode(cursor, bound)));
  const after = position && { catalogId: position[0], sku: position[1], isNear: position[2] };
  const { query: words } = query;
  const { items, isNear, next } = await searchFiltered(ctx, query, { after, limit, signal });
  const products = items.map((product) => ucpProductOf(product, format));
  const shown = fitItems(products);
  const last = shown.length < products.length ? items[shown.length - 1] : undefined;
  const following = last ?? next;
  const positionText = ({ catalogId: catalog, sku }: { catalogId: string; sku: string }) =>
    JSON.stringify([catalog, sku, isNear]);
  return {
    products: [...shown],
    next_cursor: following && ctx.cursors.encode({ position: positionText(following), filter: bound }),
    cut:
      last === undefined ? null : `${shown.length} of ${products.length} products fit; pass the cursor for the rest.`,
    hint: searchHint({ query: words, isNear, count: items.length, hasMore: next !== null }, NO_RESULTS),
  };
}
