import { CURRENCY_DECIMALS } from "./codes/currencies.js";

/** With this many integer digits and its decimals, an amount is exact as a JSON number (15 significant digits). */
const INTEGER_DIGITS_MAX = 10;

/** An exact amount of money in minor units (cents of USD, whole JPY). */
export interface Money {
  readonly minor: bigint;
  readonly currency: string;
}

export type MoneyResult = { readonly ok: true; readonly money: Money } | ({ readonly ok: false } & MoneyFault);

interface MoneyFault {
  readonly code: string;
  readonly message: string;
}

/**
 * Converts a JSON number to exact money through its shortest decimal text, without multiplication or rounding.
 * `currency` must be an active ISO 4217 code.
 */
export function moneyOf(amount: number, currency: string): MoneyResult {
  const fault = moneyFault(amount, currency);
  if (fault) return { ok: false, ...fault };
  const [whole = "", fraction = ""] = String(amount).split(".");
  const decimals = CURRENCY_DECIMALS.get(currency) ?? 0;
  return { ok: true, money: { minor: BigInt(whole + fraction.padEnd(decimals, "0")), currency } };
}

/** Why a JSON number is not an exact amount of a currency; undefined if it is. */
export function moneyFault(amount: number, currency: string): MoneyFault | undefined {
  const decimals = CURRENCY_DECIMALS.get(currency);
  if (decimals === undefined) return { code: "not_allowed", message: "the currency is not an active ISO 4217 code" };
  if (Number.isFinite(amount) && amount >= 10 ** INTEGER_DIGITS_MAX) {
    return { code: "too_big", message: `must have at most ${INTEGER_DIGITS_MAX} digits before the point` };
  }
  // A whole number fits every currency.
  if (Number.isInteger(amount) && amount >= 0) return undefined;
  if (!Number.isFinite(amount) || amount < 0)
    return { code: "invalid_amount", message: "must be a plain decimal number, zero or more" };
  const text = String(amount);
  // An amount below a millionth is printed as 1e-7.
  if (text.includes("e") || text.length - text.indexOf(".") - 1 > decimals) {
    return { code: "too_many_decimals", message: tooManyDecimals(amount, currency, decimals) };
  }
  return undefined;
}

/** Names an amount that is accepted and not zero, because that would make a product free. */
function tooManyDecimals(amount: number, currency: string, decimals: number): string {
  const smallest = 10 ** -decimals;
  const nearest = Math.min(Math.max(Number(amount.toFixed(decimals)), smallest), 10 ** INTEGER_DIGITS_MAX - smallest);
  const allowed = decimals === 0 ? "no decimals" : `at most ${decimals} decimals`;
  return `${currency} has ${allowed}; send an amount that needs no rounding, such as "${nearest.toFixed(decimals)}" (a decimal string is accepted as well)`;
}

/** Formats money with exactly the decimals of its currency: `79.90 USD`, `500 JPY`, `1.250 BHD`. */
export function formatMoney({ minor, currency }: Money): string {
  const decimals = CURRENCY_DECIMALS.get(currency) ?? 2;
  if (decimals === 0) return `${minor} ${currency}`;
  const digits = minor.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)} ${currency}`;
}

/** Formats an amount that `moneyOf` accepted, without converting it to minor units. */
export function priceText(amount: number, currency: string): string {
  const decimals = CURRENCY_DECIMALS.get(currency) ?? 2;
  if (decimals === 0) return `${amount} ${currency}`;
  const text = String(amount);
  const point = text.indexOf(".");
  const fraction = point === -1 ? "" : text.slice(point + 1);
  return `${point === -1 ? text : text.slice(0, point)}.${fraction.padEnd(decimals, "0")} ${currency}`;
}

/** Converts a formatted price such as `79.90 USD` to minor units, as agent protocols use them: 7990 USD. */
export function minorOf(text: string): { amount: number; currency: string } {
  const [amount = "", currency = ""] = text.split(" ");
  const [whole = "", fraction = ""] = amount.split(".");
  return { amount: Number(whole + fraction), currency };
}
