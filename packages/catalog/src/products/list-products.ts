import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { listProducts as listAll, listMatchingProducts, type ProductPage } from "@skucast/db/products/list-products";
import type { ProductConditions } from "@skucast/db/products/selection";
import { getChannel } from "../channels/get-channel.js";
import type { CatalogContext } from "../context.js";
import { requireScope } from "../require-scope.js";

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: {
    readonly after: string;
    readonly limit: number;
    readonly status?: string | undefined;
    readonly availability?: string | undefined;
    readonly brand?: string | undefined;
    readonly channelId?: string | undefined;
    readonly updatedAfter?: Date | undefined;
    readonly text?: string | undefined;
  };
}

/** A page of products as JSON texts in the order of their SKUs. */
export async function listProducts({ ctx, principal, input }: Call): Promise<ProductPage> {
  requireScope(principal, "products:read");
  const { after, limit, channelId, status, availability, brand, updatedAfter, text } = input;
  const page = { binding: bindingOf(principal), after, limit };
  const own: ProductConditions = {
    status,
    availability: availability === undefined ? undefined : [availability],
    brand: brand === undefined ? undefined : [brand],
    updatedAfter,
    text,
  };
  const conditions: ProductConditions[] = [];
  if (Object.values(own).some((value) => value !== undefined)) conditions.push(own);
  if (channelId !== undefined) {
    const { selection } = await getChannel({ ctx, principal, input: { id: channelId } });
    conditions.push(channelConditions(selection));
  }
  return conditions.length === 0 ? listAll(ctx.db, page) : listMatchingProducts(ctx.db, page, conditions);
}
