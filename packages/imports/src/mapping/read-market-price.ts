import type { PriceTarget } from "@skucast/contracts/imports/mapping";
import { endOf, readDate, startOf } from "../values/date.js";
import { readMoney } from "../values/money.js";
import type { Draft } from "./draft.js";
import { numberOrFault } from "./read-field.js";
import { rejectAmbiguous, rejectText, type Setter } from "./setter.js";

type Price = Record<string, unknown>;

const POINTER = "/prices";

/** Writes a cell to the price of its market. The columns of one market fill one entry of `prices`. */
export function marketPriceSetter(target: PriceTarget): Setter {
  const { currency, country, member } = target;
  const name = ["prices", currency, ...(country === undefined ? [] : [country]), member].join(".");
  const isAmount = member === "amount" || member === "sale_amount";
  return isAmount ? amountSetter(target, name) : dateSetter(target, name);
}

function amountSetter(target: PriceTarget, name: string): Setter {
  const message = `${name} must be an amount, such as 1299.90`;
  return (draft, text, { decimal }) => {
    const { number, currency } = readMoney(text, decimal);
    const value = numberOrFault(draft, { text, number, pointer: POINTER, message });
    if (value === undefined) return;
    if (currency === undefined || currency === target.currency) priceOf(draft, target)[target.member] = value;
    else rejectText(draft, text, { pointer: POINTER, message: `${name} must be in ${target.currency}` });
  };
}

function dateSetter(target: PriceTarget, name: string): Setter {
  const settle = target.member === "sale_starts_at" ? startOf : endOf;
  const message = `${name} must be a date or a date-time, such as 2026-12-01 or 2026-12-01T08:00:00Z; the sale is left out`;
  return (draft, text, { dates }) => {
    const date = readDate(text, dates);
    if (date.type === "date") priceOf(draft, target)[target.member] = settle(date);
    else {
      draft.undatedSales.push({ currency: target.currency, country: target.country });
      if (date.type === "ambiguous") rejectAmbiguous(draft, text, POINTER, "dates");
      else rejectText(draft, text, { pointer: POINTER, message });
    }
  };
}

/** Leaves out the sales of markets whose dates cannot be read. */
export function settleMarketSales({ body, undatedSales }: Draft): void {
  const { prices } = body;
  if (undatedSales.length === 0 || !Array.isArray(prices)) return;
  for (const price of prices as Price[]) {
    if (!undatedSales.some(({ currency, country }) => price.currency === currency && price.country === country))
      continue;
    for (const member of ["sale_amount", "sale_starts_at", "sale_ends_at"]) delete price[member];
  }
}

/** An empty cell clears the stored prices, but not prices from other columns of the row. */
export function clearPrices({ body }: Draft): void {
  body.prices ??= null;
}

function priceOf(draft: Draft, { currency, country }: PriceTarget): Price {
  const prices = pricesOf(draft);
  const present = prices.find((price) => price.currency === currency && price.country === country);
  if (present) return present;
  const price: Price = country === undefined ? { currency } : { currency, country };
  prices.push(price);
  return price;
}

function pricesOf({ body }: Draft): Price[] {
  const present = body.prices;
  if (Array.isArray(present)) return present;
  const prices: Price[] = [];
  body.prices = prices;
  return prices;
}
