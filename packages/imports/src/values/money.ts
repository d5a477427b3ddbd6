import type { DecimalSign } from "@skucast/contracts/imports/mapping";
import { type ReadNumber, readDecimal } from "./decimal.js";

/** An amount with its currency, if it contains one. */
export interface ReadMoney {
  readonly number: ReadNumber;
  readonly currency: string | undefined;
}

/** Signs of one currency. `$`, `¥` and `kr` are ambiguous. */
const SIGNS: Readonly<Record<string, string | undefined>> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₽": "RUB",
  "₺": "TRY",
  "₩": "KRW",
  "₪": "ILS",
  "₫": "VND",
  "₴": "UAH",
  "₦": "NGN",
  "₱": "PHP",
  us$: "USD",
  ca$: "CAD",
  c$: "CAD",
  a$: "AUD",
  au$: "AUD",
  nz$: "NZD",
  hk$: "HKD",
  s$: "SGD",
  mx$: "MXN",
  r$: "BRL",
  zł: "PLN",
  kč: "CZK",
  ft: "HUF",
  "fr.": "CHF",
};
const AMBIGUOUS_SIGNS: ReadonlySet<string> = new Set(["$", "¥", "kr", "kr."]);

/** Letters and signs around a number. */
const AMOUNT =
  /^([^\d\s.,-]+\.?)?[\s\u00a0\u202f]*(-?\d[\d.,'’\s\u00a0\u202f]*?)(?:[.,][-–—]+)?[\s\u00a0\u202f]*([^\d\s.,-]+\.?)?$/u;

/** Reads an amount with an optional currency before or after it; the number is `none` if the text is not an amount. */
export function readMoney(text: string, sign: DecimalSign | undefined): ReadMoney {
  const [, before, digits, after] = AMOUNT.exec(text) ?? [];
  const first = currencyOf(before);
  const second = currencyOf(after);
  const isTwice = before !== undefined && after !== undefined;
  // `$5.00 USD`: the sign alone does not say which dollar.
  const isSigned = isTwice && first === undefined && AMBIGUOUS_SIGNS.has(before.toLowerCase());
  if (digits === undefined || first === null || second === null || (isTwice && !isSigned))
    return { number: { type: "none" }, currency: undefined };
  return { number: readDecimal(digits, sign), currency: first ?? second };
}

/** Undefined if there is no or an ambiguous sign; null if the text is not a currency. */
function currencyOf(name: string | undefined): string | undefined | null {
  if (name === undefined) return undefined;
  const sign = name.toLowerCase();
  if (AMBIGUOUS_SIGNS.has(sign)) return undefined;
  return SIGNS[sign] ?? (/^[a-z]{3}$/.test(sign) ? sign.toUpperCase() : null);
}

/** The ambiguous currency sign in an amount, if any. */
export const ambiguousSignOf = (text: string): string | undefined =>
  /[$¥]|\bkr\b/i.exec(text.replace(/[a-z]+\$/gi, ""))?.[0];
