import { isJsonObject } from "../merge-patch.js";
import { moneyFault } from "../money.js";
import type { Fault } from "../problem.js";

/** The fields that are checked against each other; a body may have only some of them, or nulls. */
interface Checked {
  readonly price_amount?: unknown;
  readonly price_currency?: unknown;
  readonly sale_price_amount?: unknown;
  readonly sale_price_starts_at?: unknown;
  readonly sale_price_ends_at?: unknown;
  readonly cost_amount?: unknown;
  readonly prices?: unknown;
  readonly shipping?: unknown;
  readonly dimensions?: unknown;
  readonly package_dimensions?: unknown;
  readonly subscription_cost?: unknown;
  readonly installment?: unknown;
  readonly minimum_order_values?: unknown;
  readonly min_handling_days?: unknown;
  readonly max_handling_days?: unknown;
  readonly min_transit_days?: unknown;
  readonly max_transit_days?: unknown;
}

const PAYMENTS = ["subscription_cost", "installment"] as const;
const SIZES = ["dimensions", "package_dimensions"] as const;
const MONEY_FIELDS = ["price_amount", "sale_price_amount", "cost_amount"] as const;

/**
 * Errors between the fields of a product, such as too many decimals for the currency or a sale that is not below the
 * price. Checked on the merged product before it is stored.
 */
export const checkProduct = (product: Checked): Fault[] => [
  ...moneyFaults(product),
  ...saleFaults(product),
  ...marketFaults(product),
  ...dimensionFaults(product),
  ...deliveryFaults(product),
];

/** The same for the body of a request. It may have one side of the dimensions while the others are stored. */
export const checkBody = (body: Checked): Fault[] => [
  ...moneyFaults(body),
  ...saleFaults(body),
  ...marketFaults(body),
  ...deliveryFaults(body),
];

function moneyFaults(product: Checked): Fault[] {
  const currency = product.price_currency;
  const faults = MONEY_FIELDS.flatMap((field) => amountFaults(product[field], currency, `/${field}`));
  for (const [i, option] of entriesOf(product.shipping)) {
    const pointer = `/shipping/${i}/price_amount`;
    faults.push(...amountFaults(option.price_amount, option.price_currency ?? currency, pointer));
  }
  for (const [i, order] of entriesOf(product.minimum_order_values))
    faults.push(...amountFaults(order.amount, order.currency, `/minimum_order_values/${i}/amount`));
  for (const field of PAYMENTS) {
    const payment = product[field];
    if (!isJsonObject(payment)) continue;
    for (const member of ["amount", "downpayment"])
      faults.push(...amountFaults(payment[member], payment.currency, `/${field}/${member}`));
  }
  return faults;
}

/** Values that are not an amount or a currency at all are left to the field's own schema. */
function amountFaults(amount: unknown, currency: unknown, pointer: string): Fault[] {
  if (typeof currency !== "string") return NO_FAULTS;
  if (typeof amount !== "number" || !(amount >= 0 && Number.isFinite(amount))) return NO_FAULTS;
  const fault = moneyFault(amount, currency);
  return fault && fault.code !== "not_allowed" ? [{ pointer, ...fault }] : NO_FAULTS;
}

const NO_FAULTS: Fault[] = [];

interface Sale {
  readonly amount: unknown;
  readonly sale: unknown;
  readonly starts: unknown;
  readonly ends: unknown;
}

const DEFAULT_SALE = {
  amount: "price_amount",
  sale: "sale_price_amount",
  starts: "sale_price_starts_at",
  ends: "sale_price_ends_at",
};
const MARKET_SALE = { amount: "amount", sale: "sale_amount", starts: "sale_starts_at", ends: "sale_ends_at" };

function saleFaults(product: Checked): Fault[] {
  const sale = {
    amount: product.price_amount,
    sale: product.sale_price_amount,
    starts: product.sale_price_starts_at,
    ends: product.sale_price_ends_at,
  };
  return saleFaultsOf(sale, "", DEFAULT_SALE);
}

function saleFaultsOf({ amount, sale, starts, ends }: Sale, at: string, names: Record<keyof Sale, string>): Fault[] {
  const faults: Fault[] = [];
  if (typeof amount === "number" && typeof sale === "number" && sale >= amount) {
    const message = `must be below ${names.amount}`;
    faults.push({ pointer: `${at}/${names.sale}`, code: "sale_not_below_price", message });
  }
  if (typeof starts === "string" && typeof ends === "string" && Date.parse(starts) >= Date.parse(ends)) {
    faults.push({ pointer: `${at}/${names.ends}`, code: "window_empty", message: `must be after ${names.starts}` });
  }
  return faults;
}

/** Market prices: the same checks as for the default price, and no two for the same currency and country. */
function marketFaults({ prices }: Checked): Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, number>();
  for (const [i, price] of entriesOf(prices)) {
    const at = `/prices/${i}`;
    const { amount, sale_amount: sale, sale_starts_at: starts, sale_ends_at: ends } = price;
    faults.push(...amountFaults(amount, price.currency, `${at}/amount`));
    faults.push(...amountFaults(sale, price.currency, `${at}/sale_amount`));
    faults.push(...saleFaultsOf({ amount, sale, starts, ends }, at, MARKET_SALE));
    const market = price.country === undefined ? `${price.currency}` : `${price.currency} in ${price.country}`;
    const first = seen.get(market);
    if (first === undefined) seen.set(market, i);
    else faults.push({ pointer: at, code: "duplicate", message: `/prices/${first} is the price in ${market} already` });
  }
  return faults;
}

function entriesOf(list: unknown): [number, Readonly<Record<string, unknown>>][] {
  if (!Array.isArray(list)) return [];
  return [...list.entries()].filter(([, entry]) => typeof entry === "object" && entry !== null);
}

function dimensionFaults(product: Checked): Fault[] {
  return SIZES.flatMap((field) => {
    const sizes = product[field];
    if (typeof sizes !== "object" || sizes === null) return NO_FAULTS;
    if (["length", "width", "height"].filter((side) => side in sizes).length >= 2) return NO_FAULTS;
    const message = "needs at least two of length, width and height";
    return [{ pointer: `/${field}`, code: "too_few_dimensions", message }];
  });
}

/** The longest time must not be below the shortest one, on the product and in each of its shipping options. */
function deliveryFaults(product: Checked): Fault[] {
  const faults: Fault[] = [];
  const check = (times: Checked, at: string) => {
    if (isBelow(times.max_handling_days, times.min_handling_days)) faults.push(tooShort(at, "handling"));
    if (isBelow(times.max_transit_days, times.min_transit_days)) faults.push(tooShort(at, "transit"));
  };
  check(product, "");
  for (const [i, option] of entriesOf(product.shipping)) check(option, `/shipping/${i}`);
  return faults;
}

const isBelow = (most: unknown, least: unknown): boolean =>
  typeof most === "number" && typeof least === "number" && most < least;

const tooShort = (at: string, part: string): Fault => ({
  pointer: `${at}/max_${part}_days`,
  code: "too_small",
  message: `must be at least min_${part}_days`,
});
