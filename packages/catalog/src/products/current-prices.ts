import { priceText } from "@skucast/contracts/money";
import type { MarketPrice } from "@skucast/contracts/products/product";
import { isOnSale } from "@skucast/profiles/channel/sale-period";

/** Prices of a product in addition to its regular one. Absent ones do not apply. */
interface CurrentPrices {
  /** While its sale is active. */
  readonly sale_price?: string;
  /** The current prices of its markets, such as `29.50 EUR (DE)`. */
  readonly market_prices?: readonly string[];
}

/** The prices that a search compares: that of an active sale, and those of the markets with one of the currencies. */
export function currentPrices(
  product: Readonly<Record<string, unknown>>,
  now: Date,
  currencies: readonly string[],
): CurrentPrices {
  const { price_currency: currency, sale_price_amount: sale, prices } = product;
  const isSold = typeof sale === "number" && isOnSale(product, now.getTime());
  // Stored prices were parsed with the contract's schema.
  const markets = Array.isArray(prices) ? (prices as readonly MarketPrice[]) : [];
  const named = markets.filter((market) => currencies.includes(market.currency));
  return {
    ...(isSold && { sale_price: priceText(sale, String(currency)) }),
    ...(named.length > 0 && { market_prices: named.map((market) => marketPriceOf(market, now)) }),
  };
}

function marketPriceOf(market: MarketPrice, now: Date): string {
  const { amount, currency, country, sale_amount: sale } = market;
  const period = { sale_price_starts_at: market.sale_starts_at, sale_price_ends_at: market.sale_ends_at };
  const isSold = sale !== undefined && isOnSale(period, now.getTime());
  const price = priceText(isSold ? sale : amount, currency);
  return country === undefined ? price : `${price} (${country})`;
}
