import { CURRENCY_DECIMALS } from "./codes/currencies.js";

/** More integer digits than this would not survive a JSON number exactly (15 significant digits). */
const INTEGER_DIGITS_MAX = 10;

/** An exact amount of money in minor units (cents of USD, whole JPY). */
export interface Money {
  readonly minor: bigint;
  readonly currency: string;
}

export type MoneyResult =
  | { readonly ok: true; readonly money: Money }
  | { readonly ok: false; readonly code: string; readonly message: string };

/**
 * Reads a JSON number as exact money: through its shortest decimal text, never by multiplication, and never rounded.
 * `currency` must be an active ISO 4217 code.
 */
export function moneyOf(amount: number, currency: string): MoneyResult {
  const decimals = CURRENCY_DECIMALS.get(currency);
  if (decimals === undefined) return fault("not_allowed", "the currency is not an active ISO 4217 code");
  const text = String(amount);
  if (!/^\d+(\.\d+)?$/.test(text)) return fault("invalid_amount", "must be a plain decimal number, zero or more");
  const [whole = "", fraction = ""] = text.split(".");
  if (whole.length > INTEGER_DIGITS_MAX) {
    return fault("too_big", `must have at most ${INTEGER_DIGITS_MAX} digits before the point`);
  }
  if (fraction.length > decimals) {
    const allowed = decimals === 0 ? "no decimals" : `at most ${decimals} decimals`;
    return fault("too_many_decimals", `${currency} has ${allowed}; send an amount that needs no rounding`);
  }
  return { ok: true, money: { minor: BigInt(whole + fraction.padEnd(decimals, "0")), currency } };
}

const fault = (code: string, message: string): MoneyResult => ({ ok: false, code, message });

/** Money as text with exactly the decimals of its currency: `79.90 USD`, `500 JPY`, `1.250 BHD`. */
export function formatMoney({ minor, currency }: Money): string {
  const decimals = CURRENCY_DECIMALS.get(currency) ?? 2;
  if (decimals === 0) return `${minor} ${currency}`;
  const digits = minor.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)} ${currency}`;
}

/** The price text of an amount that `moneyOf` accepted; the amount is printed without going through minor units. */
export function priceText(amount: number, currency: string): string {
  const decimals = CURRENCY_DECIMALS.get(currency) ?? 2;
  if (decimals === 0) return `${amount} ${currency}`;
  const text = String(amount);
  const point = text.indexOf(".");
  const fraction = point === -1 ? "" : text.slice(point + 1);
  return `${point === -1 ? text : text.slice(0, point)}.${fraction.padEnd(decimals, "0")} ${currency}`;
}

/** A price text such as `79.90 USD` in minor units, as the protocols of agents have it: 7990 of USD. */
export function minorOf(text: string): { amount: number; currency: string } {
  const [amount = "", currency = ""] = text.split(" ");
  const [whole = "", fraction = ""] = amount.split(".");
  return { amount: Number(whole + fraction), currency };
}
