import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { type SearchPage, type SearchPosition, searchProducts as search } from "@skucast/db/products/search-products";
import type { CatalogContext } from "../context.js";
import { requireScope } from "../require-scope.js";
import { type ProductQuery, readProductQuery } from "./product-query.js";

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: ProductQuery & {
    readonly query: string;
    readonly after: SearchPosition | null;
    readonly limit: number;
  };
}

/** A page of the products that match the query; if there are none, of products with similar words. */
export async function searchProducts({ ctx, principal, input }: Call): Promise<SearchPage> {
  requireScope(principal, "products:read");
  const { after, limit } = input;
  const { words, conditions } = await readProductQuery({ ctx, principal, input });
  return search(ctx.db, { binding: bindingOf(principal), words, conditions, after, limit });
}
