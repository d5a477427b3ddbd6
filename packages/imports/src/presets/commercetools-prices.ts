import type { Members } from "./preset.js";

/** A price that is for everyone and valid now. */
export interface Price {
  readonly currency: string;
  readonly amount: number;
  readonly sale: number | undefined;
  readonly country: string | undefined;
  /** Whether it is valid for a period. */
  readonly isDated: boolean;
}

/**
 * The price of a product, and its prices by market: the first price for any country is the product's, otherwise the first
 * one. A price for a period comes before the one of the same market for all times.
 */
export function byMarket(prices: readonly Price[]): { readonly first: Price | undefined; readonly others: Members[] } {
  const markets = new Map<string, Price>();
  for (const price of prices) {
    const market = `${price.currency} ${price.country ?? ""}`;
    const before = markets.get(market);
    if (before === undefined || (price.isDated && !before.isDated)) markets.set(market, price);
  }
  const all = [...markets.values()];
  const first = all.find(({ country }) => country === undefined) ?? all[0];
  return { first, others: all.filter((price) => price !== first).map(entryOf) };
}

const entryOf = ({ currency, country, amount, sale }: Price): Members => ({
  currency,
  ...(country && { country }),
  amount,
  ...(sale !== undefined && { sale_amount: sale }),
});

/** The same as the texts of cells, for files whose rows have one cell for each field. */
export function textsOf(prices: readonly Price[]): { readonly price: string; sale: string; markets: string } {
  const { first, others } = byMarket(prices);
  return {
    price: first === undefined ? "" : `${first.amount} ${first.currency}`.trim(),
    sale: first?.sale === undefined ? "" : String(first.sale),
    // An empty list ends the prices by market of before.
    markets: first === undefined ? "" : JSON.stringify(others),
  };
}
