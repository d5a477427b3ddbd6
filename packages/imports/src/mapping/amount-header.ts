import { halfWidth } from "../values/half-width.js";
import { CURRENCY_CODES, SIGNS_IN_HEADERS } from "../values/money.js";
import { plainName } from "./known-columns.js";
import { isMinor, withoutMinor } from "./minor-units.js";

/** What the header of an amount says: `Price (EUR, incl. VAT)`. */
export interface AmountHeader {
  /** The plain name without the rest: `price`. */
  readonly name: string;
  readonly currency?: string | undefined;
  /** A sign of several currencies: `Price ($)`. */
  readonly sign?: string | undefined;
  /** Whether the amount includes taxes. */
  readonly tax?: "gross" | "net" | undefined;
  /** Whether the amount is in minor units: `price_cents`. */
  readonly isMinor?: boolean;
}

const TAX = String.raw`(?:vat|tax(?:es)?|gst|hst|mwst|ust|umsatzsteuer|mehrwertsteuer|steuern?|btw|iva|ttc|tva|impost[oa]s?|impuestos?|imposte|taxes?|dph|podatk\p{L}*|moms)`;
const WITHOUT =
  "(?:excl(?:uding|usive|usief)?|exkl(?:usive)?|exc|ex|ohne|zzgl|plus|without|before|hors|sans|sin|sem|senza|zonder|bez)";
const WITH = "(?:incl(?:uding|usive|usief)?|inkl(?:usive)?|inc|mit|with|avec|con|com|met|s|z|including)";
/** Whole words: `_` separates them as well. */
const word = (...patterns: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d])(?:${patterns.join("|")})(?![\p{L}\d])\.?`, "iu");
const NET = word(
  String.raw`${WITHOUT}\.?(?:[\s_]+d[ei]r?)?[\s_]*${TAX}`,
  String.raw`${TAX}\.?[\s_]*(?:excl\p{L}*|exkl\p{L}*|escl\p{L}*|no[\s_]+incl\p{L}*|non[\s_]+incl\p{L}*)`,
  String.raw`tax[\s_]?(?:free|less)`,
  "net(?:to|t|te|a)?",
  "ht",
);
const GROSS = word(
  String.raw`${WITH}\.?[\s_]*${TAX}`,
  String.raw`${TAX}\.?[\s_]*(?:incl\p{L}*|inkl\p{L}*)`,
  "toutes[\\s_]+taxes(?:[\\s_]+comprises)?",
  "gross",
  "brutto",
  "bruto",
  "ttc",
  "ivato",
);
/** Within a word, as in `Nettopreis` and `税抜価格`. */
const NET_INSIDE = /netto(?=preis|prijs|verkauf|verkoop|vk)|税抜き?|税別/iu;
const GROSS_INSIDE = /brutto(?=preis|prijs|verkauf|verkoop|vk)|税込み?/iu;

/** A currency behind a name: `Price (EUR)`, `Preis in €`, `price_usd`. */
const CURRENCY_LAST =
  /^(.+?)[\s_]*(?:\(\s*|\[\s*|\bin\s+|_|\s)(€|£|円|zł|kč|¥|kr\.?|(?:us|ca|au|nz|hk)?\$|[A-Z]{3}|[a-z]{3})\s*[)\]]?$/;
const CURRENCY_FIRST = /^(€|£|¥|(?:us|ca|au|nz|hk)?\$|[A-Z]{3})[\s_]+(.+)$/i;
/** Codes that are not words in lower case, as `all` and `try` are. */
const LOWER_CASE = /^(?:eur|usd|gbp|chf|pln|sek|nok|dkk|czk|huf|cad|aud|nzd|jpy|cny|inr|brl|mxn|sgd|hkd|zar)$/;

/** A member by currency: `price/EUR`. */
const CURRENCY_MEMBER = /\/([A-Z]{3}|[a-z]{3})$/;

/** Reads the header of a column that may have an amount. */
export function amountHeader(column: string): AmountHeader {
  const header = halfWidth(column).trim().replace(CURRENCY_MEMBER, " $1");
  const whole = withoutMinor(header);
  const { bare: untaxed, tax } = withoutTax(whole ?? header);
  const [, bare = "", last] = CURRENCY_LAST.exec(untaxed) ?? [];
  const [, first, rest = ""] = CURRENCY_FIRST.exec(untaxed) ?? [];
  const behind = currencyOf(last);
  const before = behind ? undefined : currencyOf(first);
  const name = behind ? bare : before ? rest : untaxed;
  return { name: plainName(name), ...(behind ?? before), tax, ...(isMinor(header) && { isMinor: true }) };
}

function withoutTax(header: string): { readonly bare: string; readonly tax: AmountHeader["tax"] } {
  for (const [tax, patterns] of [
    ["net", [NET, NET_INSIDE]],
    ["gross", [GROSS, GROSS_INSIDE]],
  ] as const) {
    const pattern = patterns.find((one) => one.test(header));
    if (pattern !== undefined) return { bare: tidy(header.replace(pattern, " ")), tax };
  }
  return { bare: header, tax: undefined };
}

/** Without the brackets, commas and separators that remain. */
const tidy = (header: string): string =>
  header
    .replace(/[\s_,;/|]+([)\]])/g, "$1")
    .replace(/([([])[\s_,;/|]+/g, "$1")
    .replace(/\(\)|\[\]/g, " ")
    .replace(/([\s_])[\s_]+/g, "$1")
    .replace(/^[\s_,;:/|–-]+|[\s_,;:/|–-]+$/g, "");

function currencyOf(text: string | undefined): Pick<AmountHeader, "currency" | "sign"> | undefined {
  if (text === undefined) return undefined;
  const found = SIGNS_IN_HEADERS.get(text.toLowerCase());
  if (found !== undefined) return found.currency === undefined ? { sign: found.sign } : { currency: found.currency };
  const code = LOWER_CASE.test(text) ? text.toUpperCase() : text;
  return CURRENCY_CODES.has(code) ? { currency: code } : undefined;
}
