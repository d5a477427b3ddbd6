import { type PublicPage, type PublicPosition, searchDirectory } from "@skucast/catalog/directory/search-directory";
import type { PublicProduct } from "@skucast/catalog/directory/show-products";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import type { McpContext } from "../../context.js";
import type { PublicCall } from "../../tools/define-tool.js";
import { fitItems } from "../../tools/parts/fit-items.js";
import { searchHint } from "../../tools/parts/search-hint.js";
import { asksMore, type DirectoryFilters, passes } from "./ucp-filters.js";
import { ucpProductOf } from "./ucp-product.js";

const POSITION = z.tuple([z.string(), z.string(), z.boolean()]);

/** What a search asks; also what its cursor is good for. */
export interface DirectoryQuery {
  readonly query?: string | undefined;
  readonly filters: DirectoryFilters;
}

const NOTHING = "No public product has these words, nor similar ones; try fewer or other words.";

interface PageRequest extends DirectoryQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly format: "concise" | "detailed";
}

/** A filter that matches little is looked for among so many products; the cursor goes on after them. */
const LOOKED_AT_ONCE = 50;
const LOOKS_MAX = 10;

interface Window {
  readonly after: PublicPosition | null;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** A page of what passes all filters: those that the database does not look at are held against what it finds. */
async function findThrough(
  ctx: McpContext,
  { query: text, filters }: DirectoryQuery,
  window: Window,
): Promise<PublicPage> {
  const { limit, signal } = window;
  const { catalog_id: catalogId, availability = [] } = filters;
  const one = availability.length === 1 ? availability[0] : undefined;
  const size = asksMore(filters) ? LOOKED_AT_ONCE : limit;
  const items: PublicProduct[] = [];
  let { after } = window;
  for (let looks = 1; ; looks += 1) {
    const input = { text, catalogId, availability: one, after, limit: size };
    const found = await searchDirectory({ ctx: ctx.catalog, input, signal });
    const { isNear, next } = found;
    const passing = found.items.filter((product) => passes(product, filters));
    items.push(...passing.slice(0, limit - items.length));
    const last = items.at(-1);
    // The next page begins after the last product that is shown, or that was looked at.
    if (items.length === limit && last && last !== found.items.at(-1)) {
      return { items, isNear, next: { catalogId: last.catalogId, sku: last.sku, isNear } };
    }
    if (items.length === limit || next === null || looks === LOOKS_MAX) return { items, isNear, next };
    after = next;
  }
}

/** Words to search for. */
export const queryInput = text(200);

/** A page of public products in the protocol's shape, cut where it would be too long, and the cursor of what follows. */
export async function directoryPage(
  ctx: McpContext,
  { cursor, limit, format, ...query }: PageRequest,
  { signal }: Pick<PublicCall, "signal">,
) {
  const bound = ["directory", query];
  const position = cursor === undefined ? null : POSITION.parse(JSON.parse(ctx.cursors.decode(cursor, bound)));
  const after = position && { catalogId: position[0], sku: position[1], isNear: position[2] };
  const { query: words } = query;
  const { items, isNear, next } = await findThrough(ctx, query, { after, limit, signal });
  const products = items.map((product) => ucpProductOf(product, format));
  const shown = fitItems(products);
  const last = shown.length < products.length ? items[shown.length - 1] : undefined;
  const following = last ?? next;
  const placeOf = ({ catalogId: catalog, sku }: { catalogId: string; sku: string }) =>
    JSON.stringify([catalog, sku, isNear]);
  return {
    products: [...shown],
    next_cursor: following && ctx.cursors.encode({ position: placeOf(following), filter: bound }),
    cut:
      last === undefined ? null : `${shown.length} of ${products.length} products fit; pass the cursor for the rest.`,
    hint: searchHint({ query: words, isNear, count: items.length, hasMore: next !== null }, NOTHING),
  };
}
