import { moneyFault } from "../money.js";
import type { Fault } from "../problem.js";

/** What the checks between fields look at; a body may hold only part of it, with nulls. */
interface Checked {
  readonly price_amount?: unknown;
  readonly price_currency?: unknown;
  readonly sale_price_amount?: unknown;
  readonly sale_price_starts_at?: unknown;
  readonly sale_price_ends_at?: unknown;
  readonly cost_amount?: unknown;
  readonly shipping?: unknown;
  readonly dimensions?: unknown;
}

const MONEY_FIELDS = ["price_amount", "sale_price_amount", "cost_amount"] as const;

/**
 * Faults between the fields of a product: money against its currency, the sale against the price. Run on a request's
 * body for what it holds, and on the merged product before it is stored.
 */
export function checkProduct(product: Checked): Fault[] {
  return [...moneyFaults(product), ...saleFaults(product), ...dimensionFaults(product)];
}

function moneyFaults(product: Checked): Fault[] {
  const currency = product.price_currency;
  if (typeof currency !== "string") return [];
  const faults: Fault[] = [];
  const check = (amount: unknown, pointer: string): void => {
    // What is no amount at all is told by the field's own rules.
    if (typeof amount !== "number" || !(amount >= 0 && Number.isFinite(amount))) return;
    const fault = moneyFault(amount, currency);
    if (fault && fault.code !== "not_allowed") faults.push({ pointer, ...fault });
  };
  for (const field of MONEY_FIELDS) check(product[field], `/${field}`);
  if (Array.isArray(product.shipping)) {
    for (const [i, option] of product.shipping.entries()) check(option?.price_amount, `/shipping/${i}/price_amount`);
  }
  return faults;
}

function saleFaults({ price_amount, sale_price_amount, sale_price_starts_at, sale_price_ends_at }: Checked): Fault[] {
  const faults: Fault[] = [];
  if (typeof price_amount === "number" && typeof sale_price_amount === "number" && sale_price_amount >= price_amount) {
    faults.push({ pointer: "/sale_price_amount", code: "sale_not_below_price", message: "must be below price_amount" });
  }
  if (typeof sale_price_starts_at === "string" && typeof sale_price_ends_at === "string") {
    if (Date.parse(sale_price_starts_at) >= Date.parse(sale_price_ends_at)) {
      faults.push({
        pointer: "/sale_price_ends_at",
        code: "window_empty",
        message: "must be after sale_price_starts_at",
      });
    }
  }
  return faults;
}

function dimensionFaults({ dimensions }: Checked): Fault[] {
  if (typeof dimensions !== "object" || dimensions === null) return [];
  const sizes = ["length", "width", "height"].filter((side) => side in dimensions);
  if (sizes.length >= 2) return [];
  return [
    { pointer: "/dimensions", code: "too_few_dimensions", message: "needs at least two of length, width and height" },
  ];
}
