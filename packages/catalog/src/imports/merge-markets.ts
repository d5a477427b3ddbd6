import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { MarketPrice, ProductUpsert } from "@skucast/contracts/products/product";

/** What a row says about the price of one market: other members of a stored price stay. */
export interface MarketChange {
  readonly currency: string;
  readonly country: string | undefined;
  /** Members that the row gives. Their values are in `prices`, unless they are invalid. */
  readonly given: readonly Member[];
  /** Members that the row clears. Without its amount, the price is removed. */
  readonly cleared: readonly Member[];
}

type Member = Exclude<keyof MarketPrice, "currency" | "country">;

interface MergedMarkets {
  /** The stored list with the changes; empty if nothing is to change. */
  readonly body: Pick<ProductUpsert, "prices">;
  readonly warnings: readonly Fault[];
}

const SALE: readonly Member[] = ["sale_amount", "sale_starts_at", "sale_ends_at"];

/** Merges a row's prices of single markets into the stored ones. Prices of markets that the row does not name stay. */
export function mergeMarkets(
  given: ProductUpsert["prices"],
  changes: readonly MarketChange[],
  { stored = [], isStrict }: { readonly stored?: readonly MarketPrice[] | undefined; readonly isStrict: boolean },
): MergedMarkets {
  const own = given ?? [];
  const warnings: Fault[] = [];
  const kept = stored.flatMap((price) => {
    const change = changes.find(isOf(price));
    if (change === undefined) return [price];
    const merged = mergeMarket(price, change, own.find(isOf(price)));
    if (merged === undefined || isStrict || !hasStoredSale(merged, change)) return merged ?? [];
    const message = `the sale in ${price.currency} is removed: it is not below the new amount`;
    warnings.push({ pointer: "/prices", code: "sale_not_below_price", message });
    return [without(merged, SALE)];
  });
  const isCleared = (price: MarketPrice) => changes.find(isOf(price))?.cleared.includes("amount") === true;
  const prices = [...kept, ...own.filter((price) => !stored.some(isOf(price)) && !isCleared(price))];
  if (prices.length <= LIMITS.productPricesMax)
    return { body: { prices: prices.length === 0 ? null : prices }, warnings };
  const message = `would be ${prices.length} with the stored ones, and the limit is ${LIMITS.productPricesMax}`;
  const tooMany = { pointer: "/prices", code: "too_big", message };
  if (isStrict) throw validationFailed([tooMany]);
  return { body: { prices: [...stored] }, warnings: [tooMany] };
}

const isOf =
  ({ currency, country }: Pick<MarketChange, "currency"> & { readonly country?: string | undefined }) =>
  (other: { readonly currency: string; readonly country?: string | undefined }): boolean =>
    other.currency === currency && other.country === country;

/** A stored price with what the row says about its market; undefined if the row removes it. */
function mergeMarket(
  price: MarketPrice,
  { given, cleared }: MarketChange,
  own: MarketPrice | undefined,
): MarketPrice | undefined {
  if (cleared.includes("amount")) return undefined;
  if (own !== undefined) return { ...without(price, [...cleared, ...given]), ...own };
  // A market without valid amounts in the row keeps its stored price, and the sale with its dates.
  return without(price, given.includes("sale_amount") ? [] : cleared);
}

/** Whether a stored sale is no longer below the amount that the row gives. */
const hasStoredSale = ({ amount, sale_amount: sale }: MarketPrice, { given }: MarketChange): boolean =>
  sale !== undefined && sale >= amount && !given.includes("sale_amount");

const without = (price: MarketPrice, members: readonly Member[]): MarketPrice =>
  // The amount is never among the members without another one taking its place.
  Object.fromEntries(
    Object.entries(price).filter(([name]) => !members.some((member) => member === name)),
  ) as MarketPrice;
