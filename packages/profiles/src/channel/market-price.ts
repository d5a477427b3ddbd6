import type { Channel } from "@skucast/contracts/channels/channel";
import type { MarketPrice } from "@skucast/contracts/products/product";
import { memberOf, type StoredProduct } from "./cell.js";

type Market = Pick<Channel["market"], "country" | "currency">;

/** The product's fields for a sale: its price and period. */
const SALE_FIELDS = ["sale_price_amount", "sale_price_starts_at", "sale_price_ends_at"] as const;

/**
 * The product with a market's price instead of its default price: the entry for the country and currency, otherwise the
 * entry for the currency. Without such an entry it is the product itself, in any currency.
 */
export function pricedFor({ country, currency }: Market, product: StoredProduct): StoredProduct {
  if (!Array.isArray(product.prices)) return product;
  const prices = product.prices as readonly MarketPrice[];
  const price =
    prices.find((entry) => entry.currency === currency && entry.country === country) ??
    prices.find((entry) => entry.currency === currency && entry.country === undefined);
  if (price === undefined) return product;
  return {
    ...product,
    shipping: withCurrency(product.shipping, product.price_currency),
    ...(product.cost_amount !== undefined && { cost_currency: product.price_currency }),
    price_amount: price.amount,
    price_currency: price.currency,
    sale_price_amount: price.sale_amount,
    sale_price_starts_at: price.sale_starts_at,
    sale_price_ends_at: price.sale_ends_at,
  };
}

/** Shipping prices, like the cost, keep the product's original currency. */
const withCurrency = (shipping: unknown, price_currency: unknown): unknown =>
  Array.isArray(shipping) ? shipping.map((option) => ({ price_currency, ...option })) : shipping;

/** The product with the sale fields of its override for a channel. */
export function withOverriddenSale(product: StoredProduct, overrides: unknown): StoredProduct {
  const given = SALE_FIELDS.filter((field) => memberOf(overrides, field) !== undefined);
  if (given.length === 0) return product;
  const sale = given.map((field) => [field, memberOf(overrides, field) ?? undefined]);
  return { ...product, ...Object.fromEntries(sale) };
}
