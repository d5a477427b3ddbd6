import { addFault, type Draft, type SaidCurrency } from "./draft.js";
import { isIn, marketPriceIn, removeMarket, replaceMarket } from "./read-market-price.js";

/**
 * Settles the currency of a row and that of its amounts. No amount takes the currency of another column: one that is said to
 * be in another currency is left out.
 */
export function settleCurrency(draft: Draft): void {
  const { body, currencies } = draft;
  if (currencies.length === 0) return;
  takePriceOfCurrency(draft);
  const decides = body.price_amount === undefined ? () => true : ({ field }: SaidCurrency) => DECIDING.has(field);
  const said = [...currencies].sort((one, other) => Number(isPrice(other)) - Number(isPrice(one)));
  body.price_currency ??= said.find((one) => one.currency !== undefined && decides(one))?.currency;
  if (body.price_currency === undefined) delete body.price_currency;
  for (const one of said) if (isOther(one, body.price_currency)) leaveOut(draft, one);
}

const isPrice = ({ field }: SaidCurrency): boolean => field === "price_amount";
/** What a cost or a shipping option is in says nothing about a price. */
const DECIDING: ReadonlySet<string> = new Set(["price_amount", "sale_price_amount", "compare_at_price"]);

const isOther = (said: SaidCurrency, currency: unknown): boolean =>
  typeof currency === "string" && currency !== "" && !isIn(said, currency);

/** Amounts that are left out alone: the price keeps its currency. */
const ALONE: Readonly<Record<string, string | undefined>> = {
  sale_price_amount: "/sale_price_amount",
  compare_at_price: "/sale_price_amount",
  cost_amount: "/cost_amount",
};

function leaveOut(draft: Draft, { field, currency, sign }: SaidCurrency): void {
  const { body, shop } = draft;
  const said = currency === undefined ? `has the sign ${sign}` : `is in ${currency}`;
  const value = currency ?? sign ?? "";
  const alone = ALONE[field];
  if (alone === undefined) {
    const message = `a price ${said}, but the currency of the row is ${body.price_currency}`;
    addFault(draft, { pointer: "/price_currency", code: "invalid", message, value });
    return;
  }
  delete body[field];
  if (field === "compare_at_price") delete shop?.compareAtPrice;
  const message = `${said}, but the currency of the row is ${body.price_currency}; it is left out`;
  addFault(draft, { pointer: alone, code: "invalid", message, value });
}

/**
 * A row of a file with a currency and several prices, such as `Price EUR` and `Price USD`: the price is the one in the
 * currency of the row, and the other one is that of its market.
 */
function takePriceOfCurrency(draft: Draft): void {
  const { body, currencies } = draft;
  const row = String(body.price_currency ?? "").toUpperCase();
  const header = currencies.find((said) => isPrice(said) && said.isInHeader)?.currency;
  if (header === undefined || row === "" || header === row) return;
  const own = marketPriceIn(draft, row);
  if (typeof own?.amount !== "number") return;
  const isSaleToo = currencies.some(({ field, currency }) => field === "sale_price_amount" && currency === header);
  const sale = { sale_amount: body.sale_price_amount, ...datesOf(body) };
  replaceMarket(draft, row, {
    currency: header,
    amount: body.price_amount,
    ...(isSaleToo && typeof body.sale_price_amount === "number" && sale),
  });
  for (let i = currencies.length - 1; i >= 0; i -= 1) {
    const { field, currency } = currencies[i] ?? {};
    if ((field === "price_amount" || field === "sale_price_amount") && currency === header) currencies.splice(i, 1);
  }
  body.price_amount = own.amount;
  if (own.sale_amount !== undefined) body.sale_price_amount = own.sale_amount;
  else if (isSaleToo) body.sale_price_amount = null;
}

/**
 * A row whose currency is that of a header such as `price_usd`, next to a price without a currency in its header: both are the
 * price of the product, and the latter counts if it is there.
 */
export function takeMarketOfCurrency(draft: Draft, headerMarkets: readonly string[]): void {
  if (headerMarkets.length === 0) return;
  const { body } = draft;
  const currency = String(body.price_currency ?? "").toUpperCase();
  const own = headerMarkets.includes(currency) ? marketPriceIn(draft, currency) : undefined;
  if (own === undefined) return;
  removeMarket(draft, currency);
  if (body.price_amount !== undefined || own.amount === undefined) return;
  body.price_amount = own.amount;
  if (own.sale_amount !== undefined) body.sale_price_amount = own.sale_amount;
}

/** The dates of the row's sale under their names in a price by market. */
function datesOf({ sale_price_starts_at: starts, sale_price_ends_at: ends }: Draft["body"]): object {
  return {
    ...(typeof starts === "string" && { sale_starts_at: starts }),
    ...(typeof ends === "string" && { sale_ends_at: ends }),
  };
}
