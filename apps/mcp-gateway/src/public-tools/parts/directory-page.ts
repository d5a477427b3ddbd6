import { searchDirectory } from "@skucast/catalog/directory/search-directory";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import type { McpContext } from "../../context.js";
import type { PublicCall } from "../../tools/define-tool.js";
import { fitItems } from "../../tools/parts/fit-items.js";
import { searchHint } from "../../tools/parts/search-hint.js";
import { ucpProductOf } from "./ucp-product.js";

const POSITION = z.tuple([z.string(), z.string(), z.boolean()]);

/** What a search asks; also what its cursor is good for. */
export interface DirectoryQuery {
  readonly query?: string | undefined;
  readonly catalogId?: string | undefined;
  readonly availability?: string | undefined;
}

const NOTHING = "No public product has these words, nor similar ones; try fewer or other words.";

interface PageRequest extends DirectoryQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly format: "concise" | "detailed";
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
  const { query: words, catalogId, availability } = query;
  const input = { text: words, catalogId, availability, after, limit };
  const { items, isNear, next } = await searchDirectory({ ctx: ctx.catalog, input, signal });
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
