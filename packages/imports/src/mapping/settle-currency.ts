import { fitsSign } from "../values/money.js";
import { addFault, type Draft, type SaidCurrency } from "./draft.js";
import { isIn, marketPriceIn, removeMarket, replaceMarket } from "./read-market-price.js";
import { shortened } from "./setter.js";

/**
 * Settles the currency of a row and that of its amounts. No amount takes the currency of another column: one that is said to
 * be in another currency is left out.
 */
export function settleCurrency(draft: Draft): void {
  if (draft.currencies.length > 0) settlePrices(draft);
  if (draft.shipping.length > 0) settleShipping(draft);
}

function settlePrices(draft: Draft): void {
  const { body, currencies } = draft;
  takePriceOfCurrency(draft);
  const decides = body.price_amount === undefined ? () => true : ({ field }: SaidCurrency) => DECIDING.has(field);
  const said = [...currencies].sort((one, other) => Number(isPrice(other)) - Number(isPrice(one)));
  body.price_currency ??= said.find((one) => one.currency !== undefined && decides(one))?.currency;
  if (body.price_currency === undefined) delete body.price_currency;
  for (const one of said) if (isOther(one, body.price_currency)) leaveOut(draft, one);
}

const isPrice = ({ field }: SaidCurrency): boolean => field === "price_amount";
/** What a cost is in says nothing about a price. */
const DECIDING: ReadonlySet<string> = new Set(["price_amount", "sale_price_amount", "compare_at_price"]);

const isOther = (said: SaidCurrency, currency: unknown): boolean =>
  typeof currency === "string" && currency !== "" && !isIn(said, currency);

/** Amounts that are left out alone: the price keeps its currency. */
const ALONE: Readonly<Record<string, string | undefined>> = {
  sale_price_amount: "/sale_price_amount",
  compare_at_price: "/sale_price_amount",
  cost_amount: "/cost_amount",
};

function leaveOut(draft: Draft, { field, currency, sign, text, column }: SaidCurrency): void {
  const { body, shop } = draft;
  const said = currency === undefined ? `has the sign ${sign}` : `is in ${currency}`;
  const cell = { value: shortened(text), ...(column !== undefined && { column }) };
  const alone = ALONE[field];
  if (alone === undefined) {
    const message = `a price ${said}, but the currency of the row is ${body.price_currency}`;
    addFault(draft, { pointer: "/price_currency", code: "invalid", message, ...cell });
    return;
  }
  delete body[field];
  if (field === "compare_at_price") delete shop?.compareAtPrice;
  const message = `${said}, but the currency of the row is ${body.price_currency}; it is left out`;
  addFault(draft, { pointer: alone, code: "invalid", message, ...cell });
}

/**
 * A shipping option keeps a currency that is not the row's. Without an option whose sign contradicts the currency of the row,
 * the list would say that the others are all, so shipping is left out as a whole.
 */
function settleShipping(draft: Draft): void {
  const { body, shipping } = draft;
  const own = typeof body.price_currency === "string" ? body.price_currency.toUpperCase() : "";
  for (const { option, text, currency, sign } of shipping) {
    if (currency !== undefined && currency !== own) option.price_currency = currency;
    if (currency !== undefined || sign === undefined || own === "" || fitsSign(sign, own)) continue;
    delete body.shipping;
    const message = `has the sign ${sign}, but the currency of the row is ${own}; all shipping of the row is left out`;
    addFault(draft, { pointer: "/shipping", code: "invalid", message, value: shortened(text) });
    return;
  }
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
