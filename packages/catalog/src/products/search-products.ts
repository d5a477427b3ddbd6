import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { type SearchPage, type SearchPosition, searchProducts as search } from "@skucast/db/products/search-products";
import type { ProductConditions } from "@skucast/db/products/selection";
import { getChannel } from "../channels/get-channel.js";
import type { CatalogContext } from "../context.js";
import { requireScope } from "../require-scope.js";
import { searchWords } from "./search-words.js";

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: {
    readonly query: string;
    readonly after: SearchPosition | null;
    readonly limit: number;
    readonly status?: string | undefined;
    readonly availability?: string | undefined;
    readonly brand?: string | undefined;
    readonly channelId?: string | undefined;
    readonly updatedAfter?: Date | undefined;
  };
}

/**
 * A page of the products that contain all words of the query in SKU, title, brand or identifiers, or where none does, have
 * similar ones. What was written a moment ago may not be found yet.
 */
export async function searchProducts({ ctx, principal, input }: Call): Promise<SearchPage> {
  requireScope(principal, "products:read");
  const { query, after, limit, status, availability, brand, channelId, updatedAfter } = input;
  const conditions: ProductConditions[] = updatedAfter === undefined ? [] : [{ updatedAfter }];
  if (channelId !== undefined) {
    const { selection } = await getChannel({ ctx, principal, input: { id: channelId } });
    conditions.push(channelConditions(selection));
  }
  const filters = { status, availability, brand };
  return search(ctx.db, {
    binding: bindingOf(principal),
    words: searchWords(query),
    filters,
    conditions,
    after,
    limit,
  });
}
