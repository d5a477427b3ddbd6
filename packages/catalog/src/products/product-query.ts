import type { ProductCondition } from "@skucast/contracts/channels/condition";
import type { PriceRange } from "@skucast/contracts/products/price-words";
import { readSearchQuery } from "@skucast/contracts/products/search-query";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import type { ProductConditions } from "@skucast/db/products/selection";
import type { Call } from "../call.js";
import { getChannel } from "../channels/get-channel.js";
import { assertOverridesShown } from "./assert-overrides-shown.js";

type OneOrMany = string | readonly string[];

/** Filters of products; all of them must match. */
export interface ProductQuery {
  /** Words of names, identifiers or the description, and of a price. */
  readonly query?: string | undefined;
  readonly status?: string | undefined;
  readonly skus?: readonly string[] | undefined;
  /** What the SKU must begin with; case-sensitive. */
  readonly skuPrefix?: string | undefined;
  /** Any value of a list may match, here and below. */
  readonly availability?: OneOrMany | undefined;
  readonly condition?: OneOrMany | undefined;
  readonly brand?: OneOrMany | undefined;
  readonly channelId?: string | undefined;
  readonly updatedAfter?: Date | undefined;
  /** Conditions on any fields. */
  readonly conditions?: readonly ProductCondition[] | undefined;
}

export interface ReadProductQuery {
  readonly words: readonly string[];
  /** The words as they were written. */
  readonly spelled: readonly string[];
  readonly conditions: readonly ProductConditions[];
  /** The price that the words name; also one of the conditions. */
  readonly price: PriceRange | null;
}

/** Converts a query to search words and conditions; both are empty for all products. */
export async function readProductQuery(call: Call<ProductQuery>): Promise<ReadProductQuery> {
  const { ctx, principal, input } = call;
  await assertOverridesShown(call, input.conditions);
  const { query = "", skus, skuPrefix, status, availability, condition, brand, channelId, updatedAfter } = input;
  const own: ProductConditions = {
    skus,
    skuPrefix,
    status,
    updatedAfter,
    availability: listed(availability),
    condition: listed(condition),
    brand: listed(brand),
    conditions: input.conditions,
  };
  const conditions = Object.values(own).some((value) => value !== undefined) ? [own] : [];
  if (channelId !== undefined) {
    const { selection } = await getChannel({ ctx, principal, input: { id: channelId } });
    conditions.push(channelConditions(selection));
  }
  const { price, ...words } = readSearchQuery(query);
  return { ...words, price, conditions: price === null ? conditions : [...conditions, { price }] };
}

const listed = (given: OneOrMany | undefined): readonly string[] | undefined =>
  typeof given === "string" ? [given] : given;
