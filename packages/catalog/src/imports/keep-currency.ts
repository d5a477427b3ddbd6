import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { MarketPrice, ProductContent, ProductUpsert } from "@skucast/contracts/products/product";
import type { MarketChange } from "./merge-markets.js";
import type { RowChange } from "./row-change.js";

interface KeptCurrency {
  readonly row: RowChange;
  readonly warnings: readonly Fault[];
}

/**
 * The change of a stored product by a row whose price has its currency only from a header, such as `price_usd`. If the product
 * has another currency, it keeps it: the price becomes that of its market, and the product's own one is that of the header
 * with its currency, if there is one. Throws a Problem if the row is rejected.
 */
export function keepCurrency(row: RowChange, { price_currency: stored }: ProductContent): KeptCurrency {
  const { body, headerMarkets } = row;
  const { price_currency: currency } = body;
  if (headerMarkets === undefined || currency === undefined || stored === undefined || currency === stored)
    return { row, warnings: [] };
  const { body: others, warnings } = withoutAmounts(body, { currency, stored });
  if (row.isStrict && warnings.length > 0) throw validationFailed([...warnings]);
  const own = headerMarkets.includes(stored) ? stored : undefined;
  const isOwn = ({ currency: one, country }: Market): boolean => one === own && country === undefined;
  const isOther = ({ currency: one, country }: Market): boolean => one === currency && country === undefined;
  const given = body.prices ?? [];
  const moved = given.some(isOther) ? undefined : marketOf(body, currency);
  const prices = [...given.filter((price) => !isOwn(price)), ...(moved?.price ?? [])];
  // Without changes of single markets, the row has the whole list.
  const isWhole = row.markets === undefined && body.prices !== undefined;
  const markets = [...(row.markets ?? []).filter((change) => !isOwn(change)), ...(moved?.change ?? [])];
  const ownBody = baseOf(given.find(isOwn), row.markets?.find(isOwn));
  return {
    row: {
      ...row,
      body: { ...others, ...ownBody, ...((prices.length > 0 || isWhole) && { prices }) },
      markets: isWhole || markets.length === 0 ? undefined : markets,
    },
    warnings,
  };
}

type Market = Pick<MarketChange, "currency"> & { readonly country?: string | undefined };
const SALE = ["sale_amount", "sale_starts_at", "sale_ends_at"] as const;

/** The price of a row as that of a market. */
function marketOf(
  body: ProductUpsert,
  currency: string,
): { readonly price: readonly MarketPrice[]; readonly change: readonly MarketChange[] } {
  const { price_amount: amount, sale_price_amount: sale } = body;
  const members = {
    ...(amount !== undefined && { amount }),
    ...(typeof sale === "number" && {
      sale_amount: sale,
      ...(body.sale_price_starts_at && { sale_starts_at: body.sale_price_starts_at }),
      ...(body.sale_price_ends_at && { sale_ends_at: body.sale_price_ends_at }),
    }),
  };
  // Without an amount, the market keeps its sale, unless the row ends it.
  const isSaid = sale === null || (sale !== undefined && amount !== undefined);
  const cleared = isSaid ? SALE.filter((member) => !(member in members)) : [];
  const given = amount === undefined ? [] : (["amount", ...SALE] as const).filter((member) => member in members);
  if (given.length === 0 && cleared.length === 0) return { price: [], change: [] };
  return {
    price: amount === undefined ? [] : [{ currency, ...members, amount }],
    change: [{ currency, country: undefined, given, cleared }],
  };
}

/** The price of a market as that of the product. */
function baseOf(price: MarketPrice | undefined, change: MarketChange | undefined): Partial<ProductUpsert> {
  const cleared = new Set<string>(change?.cleared);
  const isSaleOver = cleared.has("sale_amount");
  return {
    ...(price && { price_amount: price.amount }),
    ...(price?.sale_amount !== undefined && { sale_price_amount: price.sale_amount }),
    ...(price?.sale_starts_at !== undefined && { sale_price_starts_at: price.sale_starts_at }),
    ...(price?.sale_ends_at !== undefined && { sale_price_ends_at: price.sale_ends_at }),
    ...(isSaleOver && { sale_price_amount: null, sale_price_starts_at: null, sale_price_ends_at: null }),
  };
}

/** The body without its price, its sale and other amounts in the same currency, with warnings about the latter. */
function withoutAmounts(
  body: ProductUpsert,
  { currency, stored }: { readonly currency: string; readonly stored: string },
): { readonly body: ProductUpsert; readonly warnings: readonly Fault[] } {
  const {
    price_amount: amount,
    price_currency: _currency,
    sale_price_amount: sale,
    sale_price_starts_at: _starts,
    sale_price_ends_at: _ends,
    prices: _prices,
    ...others
  } = body;
  const left: Record<string, unknown> = { ...others };
  const gone = [
    ...(typeof sale === "number" && amount === undefined ? ["sale_price_amount"] : []),
    ...(typeof body.cost_amount === "number" ? ["cost_amount"] : []),
    ...(body.shipping?.some((option) => !("price_currency" in option)) ? ["shipping"] : []),
  ];
  for (const field of gone) delete left[field];
  const message = `is in ${currency}, but the price of the product is in ${stored}; it is left out`;
  return {
    // Fields were only taken away.
    body: left as ProductUpsert,
    warnings: gone.map((field) => ({ pointer: `/${field}`, code: "other_currency", message })),
  };
}
