import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { DecimalSign } from "@skucast/contracts/imports/mapping";
import { type ReadNumber, readDecimal } from "./decimal.js";
import { halfWidth } from "./half-width.js";
import { MAY_BE_OF_PIECE, PER_PIECE, PER_UNIT } from "./per-piece.js";
import { VALUE_LENGTH_MAX } from "./value-length.js";

/** An amount with its currency, if it contains one. */
export interface ReadMoney {
  readonly number: ReadNumber;
  readonly currency: string | undefined;
  /** A sign that several currencies have, in lower case, if it does not name one. */
  readonly sign?: string | undefined;
}

export const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Signs of one currency. `$`, `¥`, `kr`, `lei`, `руб` and `rs` are ambiguous. */
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
  "฿": "THB",
  "₸": "KZT",
  "₾": "GEL",
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
  nt$: "TWD",
  zł: "PLN",
  zl: "PLN",
  tl: "TRY",
  kč: "CZK",
  ft: "HUF",
  "fr.": "CHF",
  "sfr.": "CHF",
  sfr: "CHF",
  rm: "MYR",
  rp: "IDR",
  грн: "UAH",
  "грн.": "UAH",
  euro: "EUR",
  euros: "EUR",
  円: "JPY",
  元: "CNY",
  원: "KRW",
};
const AMBIGUOUS_SIGNS: ReadonlySet<string> = new Set(
  ["$", "¥", "kr", "lei", "руб", "р", "rs"].flatMap((sign) => [sign, `${sign}.`]),
);

const DOLLARS =
  "USD CAD AUD NZD HKD SGD MXN TWD ARS CLP COP UYU BRL BBD BSD BMD BND BZD CVE CUP DOP FJD GYD JMD KYD LRD NAD NIO SBD SRD TOP TTD WST XCD ZWL MOP";
/** The currencies that a sign stands for. */
const CURRENCIES_OF: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  $: new Set(DOLLARS.split(" ")),
  "¥": new Set(["JPY", "CNY"]),
  kr: new Set(["SEK", "NOK", "DKK", "ISK"]),
  lei: new Set(["RON", "MDL"]),
  руб: new Set(["RUB", "BYN"]),
  р: new Set(["RUB", "BYN"]),
  rs: new Set(["INR", "PKR", "LKR", "NPR", "MUR"]),
};

/** Whether an amount with an ambiguous sign can be in a currency. */
export const fitsSign = (sign: string, currency: string): boolean =>
  CURRENCIES_OF[sign.replace(".", "")]?.has(currency.toUpperCase()) ?? true;

/** The signs that headers have, by their lower-case form. */
export const SIGNS_IN_HEADERS: ReadonlyMap<string, Pick<ReadMoney, "currency" | "sign">> = new Map([
  ...[...AMBIGUOUS_SIGNS].map((sign) => [sign, { currency: undefined, sign }] as const),
  ...Object.entries(SIGNS)
    .filter(([sign]) => !/^(?:ft|s?fr\.?|r[mp]|euros?)$/.test(sign))
    .map(([sign, currency]) => [sign, { currency }] as const),
]);

/** Names that are a currency in this form alone: `ft` is a length, and `all` a word. */
const NAMES_BY_CASE = /^(?:Ft|RM|Rp|S?Fr\.?|[Ee]uros?)$/;

/** Whether a word next to an amount names its currency, or is a sign of several. */
export const isCurrencyName = (word: string): boolean =>
  CURRENCY_CODES.has(word) || NAMES_BY_CASE.test(word) || SIGNS_IN_HEADERS.has(word.toLowerCase());

/** Letters and signs around a number. */
const AMOUNT =
  /^([^\d\s.,-]+\.?)?[\s\u00a0\u202f]*(-?\d[\d.,'’\s\u00a0\u202f]*?)(?:([.,])[-–—]+)?[\s\u00a0\u202f]*([^\d\s.,-]+\.?)?$/u;
/** A footnote, or what an amount includes: `12,90 €*`, `12,90 € inkl. MwSt.` */
const NOTE = /\s*(?:\*+|\(?\b(?:inkl|incl|inc|exkl|excl|zzgl|ttc|ht|iva)\b[^\d]*)$/i;

/** A note that says that an amount is without taxes: `12,90 HT`, `12,90 € zzgl. MwSt.` */
const NET_NOTE = /\b(?:exkl|excl|exc|zzgl|ht)\b|\biva\b\s*(?:no|non|n[aã]o|excl|escl)/i;

/** Whether the note of an amount says that it is without taxes. */
export const isNetAmount = (text: string): boolean =>
  text.length <= VALUE_LENGTH_MAX && NET_NOTE.test(NOTE.exec(halfWidth(text))?.[0] ?? "");

const RECOMMENDED =
  /^\s*(?:uvpe?|rrp|msrp|srp|pvr|unverb|empf|listenpreis|list price|prix conseill|prix public|precio recomendado|prezzo consigliato|adviesprijs|(?:メーカー)?希望小売価格|参考価格)|\b(?:uvp|rrp|msrp|srp)\.?\s*$/i;

/** Whether a text says that its amount is a recommended retail price: `UVP 15,90 €`. */
export const isRecommendedPrice = (text: string): boolean => /\d/.test(text) && RECOMMENDED.test(halfWidth(text));

/** What says which price it is: `Preis 12,90`. */
const LABEL = /^\s*(?:uvp|rrp|msrp|srp|pvp|pvr|prix|preis|price|precio|prezzo)\b[.:\s]*(?=\S)/i;

const MAY_HAVE_NOTE = /\*|inc|ink|exc|exk|zzgl|ttc|ht|iva|[rvs]p|pr[ei]/i;
const withoutNote = (text: string): string =>
  MAY_HAVE_NOTE.test(text) ? text.replace(NOTE, (note) => (PER_UNIT.test(note) ? note : "")).replace(LABEL, "") : text;
/** The amount of one piece, which is that of the product. */
const ofPiece = (text: string): string => (MAY_BE_OF_PIECE.test(text) ? text.replace(PER_PIECE, "") : text);

const NO_AMOUNT: ReadMoney = { number: { type: "none" }, currency: undefined };

/** Reads an amount with an optional currency before or after it; the number is `none` if the text is not an amount. */
export function readMoney(text: string, sign: DecimalSign | undefined): ReadMoney {
  const narrow = halfWidth(text);
  if (narrow.length > VALUE_LENGTH_MAX) return NO_AMOUNT;
  const [, before, digits, dash, after] = AMOUNT.exec(ofPiece(withoutNote(narrow))) ?? [];
  const first = currencyOf(before);
  const second = currencyOf(after);
  const isTwice = before !== undefined && after !== undefined;
  // `$5.00 USD`: the sign alone does not say which dollar.
  const isSigned = isTwice && first === undefined && AMBIGUOUS_SIGNS.has(before.toLowerCase());
  if (digits === undefined || first === null || second === null || (isTwice && !isSigned)) return NO_AMOUNT;
  const currency = first ?? second;
  // `1.299,-` has a dash in place of its decimals, so its other separators are between thousands.
  const isWhole = dash !== undefined || isGrouped(digits, currency);
  const shown = [before, after].find((name) => name !== undefined && AMBIGUOUS_SIGNS.has(name.toLowerCase()));
  return {
    number: readDecimal(isWhole ? digits.replace(/[.,]/g, "") : digits, sign),
    currency,
    ...(shown !== undefined && { sign: shown.toLowerCase() }),
  };
}

/** `1,980円`: the amount has thousands, because its currency has no decimals. */
const isGrouped = (digits: string, currency: string | undefined): boolean =>
  currency !== undefined && hasNoDecimals(currency) && /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(digits);

/** Whether amounts in a currency are whole numbers, as in JPY. */
export const hasNoDecimals = (currency: string): boolean => CURRENCY_DECIMALS.get(currency.toUpperCase()) === 0;

/** Undefined if there is no or an ambiguous sign; null if the text is not a currency. */
function currencyOf(name: string | undefined): string | undefined | null {
  if (name === undefined) return undefined;
  const sign = name.toLowerCase();
  if (AMBIGUOUS_SIGNS.has(sign)) return undefined;
  return SIGNS[sign] ?? (/^[a-z]{3}$/.test(sign) ? sign.toUpperCase() : null);
}

/** The ambiguous currency sign in an amount, if any. */
export const ambiguousSignOf = (text: string): string | undefined =>
  /[$¥]|(?<!\p{L})(?:kr|lei|rs|руб|р)(?!\p{L})/iu.exec(text.replace(/(?<![a-z])[a-z]+\$/gi, ""))?.[0];
