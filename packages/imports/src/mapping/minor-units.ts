import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { addFault, type Draft, shopOf } from "./draft.js";
import type { CellFormat } from "./setter.js";

/** The unit of an amount in the smallest unit of its currency: 1250 in EUR is 12.50. */
export const MINOR = "minor";
/** The unit of an amount that is in the currency itself although its header says something else. */
export const MAJOR = "major";

const NAMED =
  /^(.*?)[\s_([-]+(?:in[\s_]+)?(?:cents?|centimes?|centesimi|pence|rappen|grosze|minor(?:[\s_]+(?:currency[\s_]+)?units?)?)\s*[)\]]?$/i;
/** Names of amounts that are in minor units wherever they occur, such as in Stripe's and commercetools' APIs. */
const KNOWN = /(?:^|\/)(?:unit_amount|cent_?amount|amount_?(?:in_?)?cents|price_?(?:in_?)?cents|minor_?amount)$/i;
/** What an object with an amount calls the decimals of that amount. */
const DECIMALS = ["precision", "scale", "exponent", "fraction_digits", "fractionDigits", "currency_minor_unit"];

/** The header of a column without what says that its amounts are in minor units: `price_cents`, `priceInCents`. */
export function withoutMinor(header: string): string | undefined {
  const [, bare] = NAMED.exec(header.replace(/([a-z])(?=[A-Z])/g, "$1_")) ?? [];
  return bare === undefined || /\bper$/i.test(bare) ? undefined : bare;
}

/** Whether the name of a column says that its amounts are in minor units. */
export const isMinor = (column: string): boolean => KNOWN.test(column) || withoutMinor(column) !== undefined;

/** Whether a cell's amount is in minor units, by its rule, otherwise by its header. */
export const isInMinorUnits = ({ unit, header }: CellFormat): boolean =>
  unit === undefined ? header?.isMinor === true : unit.toLowerCase() === MINOR;

/** Whether a column next to an amount has its decimals: the amount may be in minor units. */
export function hasDecimalsNext(column: string, columns: ReadonlySet<string>): boolean {
  const object = /^(.+\/)(?:amount|value|number)$/i.exec(column)?.[1];
  return object !== undefined && DECIMALS.some((name) => columns.has(object + name));
}

/** An amount in minor units of a currency. */
export const majorOf = (amount: number, currency: string): number =>
  Number(`${amount}e-${CURRENCY_DECIMALS.get(currency.toUpperCase()) ?? 2}`);

/** Converts the amounts whose currency another column or row has. */
export function settleMinorUnits(draft: Draft): void {
  const { body, minors } = draft;
  if (minors.length === 0) return;
  const currency = typeof body.price_currency === "string" && body.price_currency !== "" ? body.price_currency : null;
  for (const field of minors) {
    const isBefore = field === "compare_at_price";
    const amount = isBefore ? shopOf(draft).compareAtPrice : body[field];
    if (typeof amount !== "number") continue;
    const value = currency === null ? undefined : majorOf(amount, currency);
    if (isBefore) shopOf(draft).compareAtPrice = value;
    else if (value === undefined) delete body[field];
    else body[field] = value;
    if (value === undefined) rejectUnknown(draft, isBefore ? "sale_price_amount" : field, amount);
  }
}

function rejectUnknown(draft: Draft, field: string, amount: number): void {
  const message = "is in minor units, whose size the currency says: map price_currency";
  addFault(draft, { pointer: `/${field}`, code: "invalid", message, value: String(amount) });
}
