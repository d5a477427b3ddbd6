import type { FoundPublicProduct } from "@skucast/catalog/directory/search-directory";
import { Problem } from "@skucast/contracts/problem";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import type { McpContext } from "../../context.js";
import type { PublicCall } from "../../tools/define-tool.js";
import { fitItems } from "../../tools/parts/fit-items.js";
import { type SearchTerms, searchHint } from "../../tools/parts/search-hint.js";
import { type DirectoryPlace, type DirectoryQuery, searchFiltered } from "./filtered-search.js";
import { ucpProductOf } from "./ucp-product.js";

const POSITION = z.tuple([z.string(), z.string(), z.enum(["all", "near", "any"]), z.int(), z.boolean()]);

const TERMS: SearchTerms = {
  product: "public product",
  words: "Try fewer or other words.",
  filters: "Try without filters; list_public_catalogs returns the ids of catalogs.",
};

interface PageRequest extends DirectoryQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly format: "concise" | "detailed";
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
  const after = cursor === undefined ? null : placeOf(ctx.cursors.decode(cursor, bound));
  const { found, next, price, ignoresPrice } = await searchFiltered(ctx, query, { after, limit, signal });
  const products = found.map(({ product }) => ucpProductOf(product, format));
  const shown = fitItems(products);
  const last = shown.length < products.length ? found[shown.length - 1] : undefined;
  const following = last === undefined ? next : { ...last.position, ignoresPrice };
  return {
    products: [...shown],
    next_cursor: following && ctx.cursors.encode({ position: textOf(following), filter: bound }),
    cut:
      last === undefined ? null : `${shown.length} of ${products.length} products fit; pass the cursor for the rest.`,
    hint: hintOf(query, {
      matches: matchesOf(found.slice(0, shown.length)),
      hasOthers: next !== null || cursor !== undefined,
      price,
      ignoresPrice,
    }),
  };
}

type Hinted = Omit<Parameters<typeof searchHint>[0], "query" | "isFiltered">;
const hintOf = ({ query, filters }: DirectoryQuery, found: Hinted) =>
  searchHint({ query, isFiltered: Object.keys(filters).length > 0, ...found }, TERMS);

const matchesOf = (found: readonly FoundPublicProduct[]) => found.map(({ position }) => position.match);

const textOf = ({ catalogId, sku, match, score, ignoresPrice }: DirectoryPlace): string =>
  JSON.stringify([catalogId, sku, match, score, ignoresPrice]);

/** Cursors of former versions have another form. */
function placeOf(position: string): DirectoryPlace {
  const read = POSITION.safeParse(JSON.parse(position));
  if (!read.success) throw new Problem("invalid_cursor");
  const [catalogId, sku, match, score, ignoresPrice] = read.data;
  return { catalogId, sku, match, score, ignoresPrice };
}
