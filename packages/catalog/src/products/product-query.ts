import type { Principal } from "@skucast/contracts/principal";
import { searchWords } from "@skucast/contracts/products/search-words";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import type { ProductConditions } from "@skucast/db/products/selection";
import { getChannel } from "../channels/get-channel.js";
import type { CatalogContext } from "../context.js";

type OneOrMany = string | readonly string[];

/** Filters of products; all of them must match. */
export interface ProductQuery {
  /** Words of SKU, title, brand or identifiers. */
  readonly query?: string | undefined;
  readonly status?: string | undefined;
  readonly skus?: readonly string[] | undefined;
  /** Any value of a list may match, here and below. */
  readonly availability?: OneOrMany | undefined;
  readonly condition?: OneOrMany | undefined;
  readonly brand?: OneOrMany | undefined;
  readonly channelId?: string | undefined;
  readonly updatedAfter?: Date | undefined;
}

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: ProductQuery;
}

/** Converts a query to search words and conditions; both are empty for all products. */
export async function readProductQuery({
  ctx,
  principal,
  input,
}: Call): Promise<{ words: string[]; conditions: ProductConditions[] }> {
  const { query = "", skus, status, availability, condition, brand, channelId, updatedAfter } = input;
  const own: ProductConditions = {
    skus,
    status,
    updatedAfter,
    availability: listed(availability),
    condition: listed(condition),
    brand: listed(brand),
  };
  const conditions = Object.values(own).some((value) => value !== undefined) ? [own] : [];
  if (channelId !== undefined) {
    const { selection } = await getChannel({ ctx, principal, input: { id: channelId } });
    conditions.push(channelConditions(selection));
  }
  return { words: searchWords(query), conditions };
}

const listed = (given: OneOrMany | undefined): readonly string[] | undefined =>
  typeof given === "string" ? [given] : given;
