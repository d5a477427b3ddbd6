import { bindingOf } from "@skucast/contracts/principal";
import type { PriceRange } from "@skucast/contracts/products/price-words";
import { type SearchPosition as FoundPosition, searchProducts as search } from "@skucast/db/products/search-products";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { type ProductQuery, readProductQuery } from "./product-query.js";
import { shownInEach } from "./shown-products.js";

/** Start of a page. */
export interface SearchPosition extends FoundPosition {
  /** Whether the page is one of products whose price does not match, because no product's does. */
  readonly ignoresPrice: boolean;
}

export interface SearchPage {
  readonly found: readonly { readonly doc: string; readonly position: SearchPosition }[];
  readonly next: SearchPosition | null;
  /** The price that was read from the query. */
  readonly price: PriceRange | null;
  readonly ignoresPrice: boolean;
}

interface Input extends ProductQuery {
  readonly query: string;
  readonly after: SearchPosition | null;
  readonly limit: number;
}

/**
 * A page of the products that match the query, the best first: those with all words, then those with some of them; if none
 * has all, those with similar words. If nothing has the price that the query names, the price is ignored.
 */
export async function searchProducts({ ctx, principal, input }: Call<Input>): Promise<SearchPage> {
  requireScope(principal, "products:read");
  const { after, limit } = input;
  const { words, spelled, conditions, price } = await readProductQuery({ ctx, principal, input });
  const page = async (ignoresPrice: boolean): Promise<SearchPage> => {
    const kept = ignoresPrice ? conditions.filter((condition) => condition.price === undefined) : conditions;
    const query = { binding: bindingOf(principal), words, spelled, conditions: kept, after, limit };
    const { found, next } = await search(ctx.db, query);
    const placed = (position: FoundPosition): SearchPosition => ({ ...position, ignoresPrice });
    return {
      found: (await shownInEach({ ctx, principal }, found)).map(({ doc, position }) => ({
        doc,
        position: placed(position),
      })),
      next: next && placed(next),
      price,
      ignoresPrice,
    };
  };
  const first = await page(after?.ignoresPrice ?? false);
  const isNothing = after === null && first.found.length === 0 && first.next === null;
  return isNothing && price !== null && words.length > 0 ? page(true) : first;
}
