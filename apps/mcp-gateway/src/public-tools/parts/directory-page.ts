import { searchDirectory } from "@skucast/catalog/directory/search-directory";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import type { McpContext } from "../../context.js";
import { fitItems } from "../../tools/parts/fit-items.js";
import { ucpProductOf } from "./ucp-product.js";

const POSITION = z.tuple([z.string(), z.string()]);

/** What a search asks; also what its cursor is good for. */
export interface DirectoryQuery {
  readonly query?: string | undefined;
  readonly catalogId?: string | undefined;
  readonly availability?: string | undefined;
}

interface PageRequest extends DirectoryQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly format: "concise" | "detailed";
}

/** Words to search for. */
export const queryInput = text(200);

/** A page of public products in the protocol's shape, cut where it would be too long, and the cursor of what follows. */
export async function directoryPage(ctx: McpContext, { cursor, limit, format, ...query }: PageRequest) {
  const bound = ["directory", query];
  const position = cursor === undefined ? null : POSITION.parse(JSON.parse(ctx.cursors.decode(cursor, bound)));
  const after = position && { catalogId: position[0], sku: position[1] };
  const { query: words, catalogId, availability } = query;
  const input = { text: words, catalogId, availability, after, limit };
  const { items, next } = await searchDirectory({ ctx: ctx.catalog, input });
  const products = items.map((product) => ucpProductOf(product, format));
  const shown = fitItems(products);
  const last = shown.length < products.length ? items[shown.length - 1] : undefined;
  const following = last ?? next;
  return {
    products: [...shown],
    next_cursor:
      following &&
      ctx.cursors.encode({ position: JSON.stringify([following.catalogId, following.sku]), filter: bound }),
    cut:
      last === undefined ? null : `${shown.length} of ${products.length} products fit; pass the cursor for the rest.`,
  };
}
