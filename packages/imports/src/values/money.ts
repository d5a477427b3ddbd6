import type { DecimalSign } from "@skucast/contracts/imports/mapping";
import { type ReadNumber, readDecimal } from "./decimal.js";

/** An amount as files have it. */
export interface ReadMoney {
  readonly number: ReadNumber;
  readonly currency: string | undefined;
}

/** Signs that name one currency; `$`, `¥` and `kr` name several and say nothing. */
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
const BARE_SIGNS: ReadonlySet<string> = new Set(["$", "¥", "kr", "kr."]);

/** Letters and signs around a number. */
const AMOUNT =
  /^([^\d\s.,-]+\.?)?[\s\u00a0\u202f]*(-?\d[\d.,'’\s\u00a0\u202f]*?)(?:[.,][-–—]+)?[\s\u00a0\u202f]*([^\d\s.,-]+\.?)?$/u;

/** An amount with or without its currency, before or after it; the number is `none` when the text is no amount. */
export function readMoney(text: string, sign: DecimalSign | undefined): ReadMoney {
  const [, before, digits, after] = AMOUNT.exec(text) ?? [];
  const first = currencyOf(before);
  const second = currencyOf(after);
  if (digits === undefined || first === null || second === null || (before !== undefined && after !== undefined))
    return { number: { type: "none" }, currency: undefined };
  return { number: readDecimal(digits, sign), currency: first ?? second };
}

/** Null for what is no currency. */
function currencyOf(name: string | undefined): string | undefined | null {
  if (name === undefined) return undefined;
  const sign = name.toLowerCase();
  if (BARE_SIGNS.has(sign)) return undefined;
  return SIGNS[sign] ?? (/^[a-z]{3}$/.test(sign) ? sign.toUpperCase() : null);
}

/** The sign of an amount that alone does not say which currency it is in. */
export const bareSignOf = (text: string): string | undefined =>
  /[$¥]|\bkr\b/i.exec(text.replace(/[a-z]+\$/gi, ""))?.[0];
