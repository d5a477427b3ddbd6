import { type GivenMapping, type ImportMapping, priceTargetOf } from "@skucast/contracts/imports/mapping";
import { columnOf } from "./rule-column.js";
import { targetNamed } from "./target-named.js";

/** Prices whose currency only the headers of their columns say, such as `price_usd`. */
export interface HeaderPrices {
  /** The currency of the price itself: a stored product in another one keeps its own. */
  readonly currency?: string;
  /** The currencies of prices by market. The one in the currency of the product is its price. */
  readonly markets: readonly string[];
}

/** What a guessed mapping takes from headers; undefined if nothing. What was given is not guessed. */
export function headerPricesOf(mapping: ImportMapping, given: GivenMapping): HeaderPrices | undefined {
  const { price_currency: rule } = mapping;
  const isOfHeader = typeof rule === "object" && "value" in rule && !("price_currency" in given);
  const markets = Object.entries(mapping).flatMap(([target, found]) => {
    const price = priceTargetOf(target);
    if (price === undefined || price.country !== undefined || price.member !== "amount" || target in given) return [];
    return targetNamed(columnOf(found) ?? "") === undefined ? [price.currency] : [];
  });
  if (!isOfHeader && markets.length === 0) return undefined;
  return { ...(isOfHeader && { currency: rule.value.toUpperCase() }), markets };
}
