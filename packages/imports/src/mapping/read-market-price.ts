import type { PriceMember, PriceTarget } from "@skucast/contracts/imports/mapping";
import { endOf, readDate, startOf } from "../values/date.js";
import { fitsSign, isRecommendedPrice, readMoney } from "../values/money.js";
import type { Draft, MarketChange } from "./draft.js";
import type { MappedColumns } from "./mapped-columns.js";
import { isInMinorUnits, majorOf } from "./minor-units.js";
import { numberOrFault, RECOMMENDED_MESSAGE } from "./read-field.js";
import { rejectAmbiguous, rejectText, type Setter } from "./setter.js";
import { isZero, rejectZeroPrice } from "./zero-price.js";

type Price = Record<string, unknown>;

const POINTER = "/prices";

/** Writes a cell to the price of its market. The columns of one market fill one entry of `prices`. */
export function marketPriceSetter(target: PriceTarget): Setter {
  const { currency, country, member } = target;
  const name = ["prices", currency, ...(country === undefined ? [] : [country]), member].join(".");
  return member === "sale_starts_at" || member === "sale_ends_at"
    ? dateSetter({ ...target, member }, name)
    : amountSetter(target, name);
}

function amountSetter(target: PriceTarget, name: string): Setter {
  const message = `${name} must be an amount, such as 1299.90`;
  return (draft, text, format) => {
    const { decimal, header } = format;
    const leaveOut = (reason: string): void => {
      rejectText(draft, text, { pointer: POINTER, message: `${name} ${reason}` });
      if (target.member !== "amount") draft.unreadSales.push(target);
    };
    if (isRecommendedPrice(text) && target.member !== "compare_at_amount") return leaveOut(RECOMMENDED_MESSAGE);
    const money = readMoney(text, decimal);
    const value = numberOrFault(draft, { text, number: money.number, pointer: POINTER, message });
    if (value === undefined) {
      if (target.member !== "amount") draft.unreadSales.push(target);
    } else if ([money, header ?? {}].every((said) => isIn(said, target.currency)))
      give(draft, target, isInMinorUnits(format) ? majorOf(value, target.currency) : value);
    else leaveOut(`must be in ${target.currency}`);
  };
}

/** Whether an amount can be in a currency, by what its cell or header says. */
export const isIn = (said: { currency?: string | undefined; sign?: string | undefined }, currency: string): boolean =>
  said.currency === undefined
    ? said.sign === undefined || fitsSign(said.sign, currency)
    : said.currency === currency.toUpperCase();

type Dated = PriceTarget & { readonly member: PriceMember };

function dateSetter(target: Dated, name: string): Setter {
  const settle = target.member === "sale_starts_at" ? startOf : endOf;
  const message = `${name} must be a date or a date-time, such as 2026-12-01 or 2026-12-01T08:00:00Z; the sale is left out`;
  return (draft, text, { dates }) => {
    const date = readDate(text, dates);
    if (date.type === "date") give(draft, target, settle(date));
    else {
      draft.undatedSales.push(target);
      if (date.type === "ambiguous") rejectAmbiguous(draft, text, POINTER, "dates");
      else rejectText(draft, text, { pointer: POINTER, message });
    }
  };
}

/** Settles the sales of markets: those whose dates cannot be read are left out, and a sale has all of its dates. */
export function settleMarkets(draft: Draft, { marketSaleDates, hasPrices }: MappedColumns): void {
  settleZeros(draft);
  for (const { target, amount } of draft.marketsBefore) settleBefore(draft, target, amount);
  if (draft.markets === undefined) return;
  for (const target of draft.undatedSales) leaveOutSale(draft, target);
  for (const target of draft.unreadSales) keepSale(draft, target);
  for (const price of pricesOf(draft).filter(isPrice)) endSale(draft, price);
  for (const target of marketSaleDates) {
    const { given, cleared } = changeOf(draft, target);
    if (given.includes("sale_amount") && !given.includes(target.member)) cleared.push(target.member);
  }
  // A list in the row, or rows for each currency, have all prices of the product.
  if (hasPrices || draft.replaces.includes("prices")) draft.markets = undefined;
}

/** An amount before a reduction is the price of its market, and the other one that of the sale. Otherwise there is no sale. */
function settleBefore(draft: Draft, target: PriceTarget, before: number): void {
  const price = pricesOf(draft).find(isOf(target));
  if (typeof price?.amount !== "number") return;
  const { given, cleared } = changeOf(draft, target);
  if (before <= price.amount) {
    if (!given.includes("sale_amount")) cleared.push(...SALE);
    return;
  }
  price.sale_amount = price.amount;
  price.amount = before;
  given.push("sale_amount");
}

/** Prices of 0 are none, and neither are sales. */
function settleZeros(draft: Draft): void {
  const prices = pricesOf(draft).filter(isPrice);
  if (prices.length === 0) return;
  for (const price of prices) {
    if (!isZero(price.sale_amount)) continue;
    for (const member of SALE) delete price[member];
    if (draft.markets !== undefined) draft.markets.find(isOf(price))?.cleared.push(...SALE);
  }
  const left = pricesOf(draft).filter((price) => !isPrice(price) || !isZero(price.amount));
  for (const { currency } of prices.filter(({ amount }) => isZero(amount)))
    rejectZeroPrice(draft, "/prices", `prices.${currency}.amount`);
  if (left.length > 0) draft.body.prices = left;
  else delete draft.body.prices;
}

const isPrice = (price: unknown): price is Price & PriceTarget =>
  typeof price === "object" && price !== null && "currency" in price;

const SALE = ["sale_amount", "sale_starts_at", "sale_ends_at"] as const;
const SALE_AND_AMOUNT = ["amount", ...SALE] as const;

function leaveOutSale(draft: Draft, target: PriceTarget): void {
  const price = pricesOf(draft).find(isOf(target));
  for (const member of SALE) delete price?.[member];
  changeOf(draft, target).cleared.push(...SALE);
}

/** The dates of a sale whose amount is left out are those of no other sale: the stored one stays as it is. */
function keepSale(draft: Draft, target: PriceTarget): void {
  const { given, cleared } = changeOf(draft, target);
  if (given.includes("sale_amount") || cleared.includes("sale_amount")) return;
  cleared.splice(0, cleared.length, ...cleared.filter((member) => !isSaleDate(member)));
  leaveOutDates(draft, target);
}

/** A row that ends a sale has no dates for the next one. */
function endSale(draft: Draft, target: PriceTarget): void {
  const { given, cleared } = changeOf(draft, target);
  if (cleared.includes("sale_amount") && !given.includes("sale_amount")) leaveOutDates(draft, target);
}

function leaveOutDates(draft: Draft, target: PriceTarget): void {
  const price = pricesOf(draft).find(isOf(target));
  for (const member of SALE.filter(isSaleDate)) delete price?.[member];
  const { given } = changeOf(draft, target);
  given.splice(0, given.length, ...given.filter((member) => !isSaleDate(member)));
}

const isSaleDate = (member: string): boolean => member === "sale_starts_at" || member === "sale_ends_at";

/** Leaves out the sales of all markets that the row has, and ends the stored ones if `isCleared`. */
export function leaveOutMarketSales(draft: Draft, isCleared: boolean): void {
  for (const price of pricesOf(draft).filter(isPrice)) for (const member of SALE) delete price[member];
  for (const { given, cleared } of draft.markets ?? []) {
    const sale: ReadonlySet<string> = new Set(SALE);
    given.splice(0, given.length, ...given.filter((member) => !sale.has(member)));
    if (isCleared) cleared.push(...SALE);
  }
}

/** An empty cell clears the member of a market: without its amount, the price of this market is removed. */
export function clearMarketPrice(draft: Draft, target: PriceTarget): void {
  if (target.member === "amount") draft.body.prices ??= null;
  const { member } = target;
  const isOfSale = member === "sale_amount" || member === "compare_at_amount";
  changeOf(draft, target).cleared.push(...(isOfSale ? SALE : [member]));
}

function give(draft: Draft, target: PriceTarget, value: number | string): void {
  const { currency, country, member } = target;
  if (member === "compare_at_amount") {
    draft.marketsBefore.push({ target, amount: Number(value) });
    return;
  }
  changeOf(draft, target).given.push(member);
  const prices = pricesOf(draft);
  const present = prices.find(isOf(target));
  if (present) present[member] = value;
  else {
    prices.push({ currency, ...(country !== undefined && { country }), [member]: value });
    draft.body.prices = prices;
  }
}

/** The price of a market as the row has it. */
export const marketPriceIn = (draft: Draft, currency: string): Readonly<Price> | undefined =>
  pricesOf(draft).find(isOf({ currency, country: undefined }));

/** Puts the amounts of another market in the place of those of one market. */
export function replaceMarket(draft: Draft, currency: string, other: Readonly<Price> & { currency: string }): void {
  const isOne = isOf({ currency, country: undefined });
  draft.body.prices = [...pricesOf(draft).filter((price) => !isOne(price)), other];
  const given = SALE_AND_AMOUNT.filter((member) => member in other);
  const cleared = given.includes("sale_amount") ? [] : [...SALE];
  draft.markets = [
    ...(draft.markets ?? []).filter((change) => !isOne(change)),
    { currency: other.currency, country: undefined, given, cleared },
  ];
}

/** Leaves out the price of a market, as if the row had none. */
export function removeMarket(draft: Draft, currency: string): void {
  const isOne = isOf({ currency, country: undefined });
  const others = pricesOf(draft).filter((price) => !isOne(price));
  const changes = draft.markets?.filter((change) => !isOne(change));
  if (others.length > 0) draft.body.prices = others;
  else delete draft.body.prices;
  draft.markets = changes?.length === 0 ? undefined : changes;
}

const isOf =
  ({ currency, country }: Pick<MarketChange, "currency"> & { readonly country?: string | undefined }) =>
  (price: Price | MarketChange): boolean =>
    price.currency === currency && price.country === country;

function changeOf(draft: Draft, target: PriceTarget): MarketChange {
  draft.markets ??= [];
  const present = draft.markets.find(isOf(target));
  if (present) return present;
  const change = { currency: target.currency, country: target.country, given: [], cleared: [] };
  draft.markets.push(change);
  return change;
}

const pricesOf = ({ body }: Draft): Price[] => (Array.isArray(body.prices) ? body.prices : []);
