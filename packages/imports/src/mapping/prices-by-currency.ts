import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { ImportMapping, PriceTarget } from "@skucast/contracts/imports/mapping";
import { memberAt } from "../member-at.js";
import type { RawRow } from "../row.js";
import { readMoney } from "../values/money.js";
import type { Draft } from "./draft.js";
import { marketPriceSetter } from "./read-market-price.js";
import type { CellFormat } from "./setter.js";

/** The members of a price by market that the amounts of a product have. */
const MEMBERS: Readonly<Record<string, PriceTarget["member"]>> = {
  price: "amount",
  price_amount: "amount",
  sale_price: "sale_amount",
  sale_price_amount: "sale_amount",
  compare_at_price: "compare_at_amount",
};
const CURRENCIES = ["currency", "currencyCode", "currency_code", "price_currency", "priceCurrency"];
const AMOUNTS = ["amount", "value", "price"];

interface Given {
  readonly target: string;
  readonly column: string;
  readonly value: readonly unknown[];
  readonly members: NonNullable<RawRow["members"]>;
  readonly mapping: ImportMapping;
  readonly format: CellFormat;
}

/**
 * The value of an amount that a row has once for each currency, as in `<price currency="EUR">12.90</price>`: the first one is
 * the product's own, and the others are those of their markets. Otherwise it is the list.
 */
export function oneOfPrices(draft: Draft, { target, column, value, members, mapping, format }: Given): unknown {
  if (target === "price_currency") return isListOfCurrencies(value) ? value[0] : value;
  const member = MEMBERS[target];
  if (member === undefined) return value;
  const said = CURRENCIES.map((name) => memberAt(members, `${column}@${name}`)).find(Array.isArray) ?? [];
  const prices = value.map((one, i) => priceIn(one, said[i]));
  const currencies = prices.map((price) => price?.currency);
  if (!isListOfCurrencies(currencies)) return value;
  const fixed = constantIn(mapping);
  const own = prices.find((price) => price?.currency === fixed) ?? (fixed === undefined ? prices[0] : undefined);
  draft.hasSeveralCurrencies = true;
  draft.replaces.push("prices");
  for (const price of prices)
    if (price !== undefined && price !== own)
      marketPriceSetter({ currency: price.currency, member })(draft, price.text, format);
  return own === undefined ? undefined : `${own.text} ${own.currency}`;
}

interface Price {
  readonly currency: string;
  readonly text: string;
}

/** The amount and the currency of an object, or of a text whose attribute or sign says the currency. */
function priceIn(one: unknown, said: unknown): Price | undefined {
  if (typeof one === "object" && one !== null) {
    const members = new Map<string, unknown>(Object.entries(one));
    const [currency, amount] = [CURRENCIES, AMOUNTS].map((names) =>
      names.map((name) => members.get(name)).find((value) => value !== undefined && value !== null),
    );
    return priceOf(currency, amount);
  }
  if (typeof said === "string") return priceOf(said, one);
  const { currency } = readMoney(String(one), undefined);
  return typeof one === "string" && currency !== undefined
    ? { currency, text: one.replace(/[A-Z]{3}/, "") }
    : undefined;
}

const priceOf = (currency: unknown, amount: unknown): Price | undefined =>
  typeof currency === "string" && (typeof amount === "string" || typeof amount === "number")
    ? { currency: currency.trim().toUpperCase(), text: String(amount) }
    : undefined;

/** Whether all of several values are currencies, each another one. */
function isListOfCurrencies(values: readonly unknown[]): boolean {
  const known = values.filter(
    (value) => typeof value === "string" && CURRENCY_DECIMALS.has(value.trim().toUpperCase()),
  );
  return values.length > 0 && known.length === values.length && new Set(known).size === values.length;
}

function constantIn({ price_currency: rule }: ImportMapping): string | undefined {
  return typeof rule === "object" && "value" in rule ? rule.value.toUpperCase() : undefined;
}

/** Prices by their currencies, such as `{"EUR": 12.9}`, as a list with the usual names; another value stays as it is. */
export function pricesAsList(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUsualNames);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const prices = entries.flatMap(([currency, amount]) => priceOf(currency, amount) ?? []);
  if (prices.length !== entries.length || !isListOfCurrencies(prices.map(({ currency }) => currency))) return value;
  return entries.map(([currency, amount]) => ({ currency: currency.toUpperCase(), amount }));
}

function withUsualNames(price: unknown): unknown {
  if (typeof price !== "object" || price === null) return price;
  const names = new Map([...CURRENCIES.map((name) => [name, "currency"] as const), ["value", "amount"] as const]);
  const entries = Object.entries(price).map(([name, value]) => {
    const usual = names.get(name) ?? name;
    return [usual === name || usual in price ? name : usual, value] as const;
  });
  return Object.fromEntries(entries);
}
