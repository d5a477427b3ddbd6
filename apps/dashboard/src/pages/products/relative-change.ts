import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { readNumber } from "../../forms/read-number.js";
import type { ChangeableField, ChangeValues, How } from "./change-file.js";

const NUMBER_HOWS: readonly How[] = ["set", "percent", "amount"];
const TEXT_HOWS: readonly How[] = ["set", "replace"];
const HOWS: Partial<Record<ChangeableField, readonly How[]>> = {
  price_amount: NUMBER_HOWS,
  sale_price_amount: NUMBER_HOWS,
  inventory_quantity: NUMBER_HOWS,
  title: TEXT_HOWS,
  description: TEXT_HOWS,
  brand: TEXT_HOWS,
  product_category: TEXT_HOWS,
  url: TEXT_HOWS,
  image_url: TEXT_HOWS,
};
const DECIMALS_DEFAULT = 2;
const PERCENT = 100;

/** The ways to change a field. */
export const howsOf = (field: ChangeableField): readonly How[] => HOWS[field] ?? ["set"];

/** What a product has now. */
export interface CurrentValue {
  readonly value: unknown;
  readonly currency: string;
}

/** What is missing to compute new values; null if nothing is. */
export function relativeFault({ how, value, find }: ChangeValues): "number" | "find" | null {
  if (how === "replace") return find === "" ? "find" : null;
  if (how === "set") return null;
  return readNumber(value) === null ? "number" : null;
}

/** The value after the change; undefined if the product has none to change, or keeps it. */
export function relativeValue(change: ChangeValues, { value, currency }: CurrentValue): string | number | undefined {
  const after = change.how === "replace" ? replaced(change, value) : computed(change, value, currency);
  return after === value ? undefined : after;
}

function replaced({ find, value: replacement }: ChangeValues, value: unknown): string | undefined {
  if (typeof value !== "string" || find === "") return undefined;
  return value.split(find).join(replacement);
}

/** Never below zero, and with no more decimals than the currency or the count has. */
function computed({ how, field, value: typed }: ChangeValues, value: unknown, currency: string): number | undefined {
  const by = readNumber(typed);
  if (typeof value !== "number" || by === null) return undefined;
  const exact = how === "percent" ? value * (1 + by / PERCENT) : value + by;
  const decimals = field === "inventory_quantity" ? 0 : (CURRENCY_DECIMALS.get(currency) ?? DECIMALS_DEFAULT);
  // Binary fractions are slightly below what was typed: 1.005 must round up.
  return Math.max(0, Number((exact + Number.EPSILON * Math.abs(exact)).toFixed(decimals)));
}
