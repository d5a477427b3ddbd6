import { isCurrencyName } from "../values/money.js";

/** How the cells of a style show a number, if that is more than its digits. */
export type NumberFormat =
  | { readonly type: "date" }
  | { readonly type: "percent" }
  /** A fixed number of decimals, of an amount if the format has a currency. */
  | {
      readonly type: "decimals";
      readonly count: number;
      readonly isAmount: boolean;
      readonly texts?: AroundNumber | undefined;
    }
  /** An amount without decimals in the format. */
  | { readonly type: "amount"; readonly texts: AroundNumber }
  /** A fixed number of digits, with texts between them: `0000-00`. Null stands for a digit. */
  | { readonly type: "digits"; readonly parts: readonly (string | null)[] };

/** What a format with a currency shows before and after the number. */
export interface AroundNumber {
  readonly before: string;
  readonly after: string;
}

/** The built-in formats (ECMA-376, 18.8.30) and others that change what a number means. Undefined for plain numbers. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat | undefined {
  if (code === undefined) {
    if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return { type: "date" };
    if (id === 9 || id === 10) return { type: "percent" };
    return BUILT_IN_DECIMALS.has(id) ? { type: "decimals", count: 2, isAmount: BUILT_IN_AMOUNTS.has(id) } : undefined;
  }
  // Without texts, and without spaces as wide as a character (`_€`) and characters that fill the cell (`*-`).
  const bare = code.replace(/\[[^[\]]*\]|"[^"]*"|[\\_*]./gsu, "");
  if (/[dy]/i.test(bare)) return { type: "date" };
  if (bare.includes("%")) return { type: "percent" };
  const texts = currencyTexts(code);
  return digitsIn(code) ?? decimalsIn(code, texts) ?? (texts && { type: "amount", texts });
}

/** `0.00` and `#,##0.00`, with and without a currency. */
const BUILT_IN_AMOUNTS: ReadonlySet<number> = new Set([7, 8, 44]);
const BUILT_IN_DECIMALS: ReadonlySet<number> = new Set([2, 4, 39, 40, 43, ...BUILT_IN_AMOUNTS]);
const CURRENCY = /[€$£¥₹₽₺₩₪](?!-)|\[\$[^\]-]|"[^"]*(?:EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK|CZK|HUF|JPY|zł|kr|Kč|Ft)[^"]*"/;

/** The decimals of a format such as `#,##0.00 €`. One that shows thousands, exponents or fractions has none. */
function decimalsIn(code: string, texts: AroundNumber | undefined): NumberFormat | undefined {
  const [first = ""] = code.split(";");
  const bare = first.replace(/\[[^[\]]*\]|"[^"]*"|[\\_*]./gsu, "");
  const [, decimals] = /^[^.]*[0#?]\.([0#?]+)(?![^\s]*,)/.exec(bare) ?? [];
  if (decimals === undefined || /[eE/]/.test(bare)) return undefined;
  const isAmount = texts !== undefined || CURRENCY.test(first);
  return { type: "decimals", count: decimals.length, isAmount, ...(texts && { texts }) };
}

/** Texts, escaped characters, currencies, colors and conditions, the width of spaces, and the rest. */
const TOKENS = /"[^"]*"|\\.|\[[^[\]]*\]|[_*].|General|./gsu;
const PLACE = /^(?:[#0?.,]|General)$/;

/** The texts around a number if they name a currency: `[$€-407]`, `"EUR"`, `$`. Built-in formats show that of the reader. */
function currencyTexts(code: string): AroundNumber | undefined {
  const texts = { before: "", after: "" };
  let side: keyof AroundNumber = "before";
  for (const { 0: token } of code.matchAll(TOKENS)) {
    if (token === ";") break;
    if (PLACE.test(token)) side = "after";
    else texts[side] += literalOf(token);
  }
  const names = `${texts.before} ${texts.after}`.split(/[\s\u00a0\u202f/]+/);
  return names.some(isCurrencyName) ? { before: texts.before.trim(), after: texts.after.trim() } : undefined;
}

/** What a part of a format shows: a locale, a color and the width of a space show nothing. */
function literalOf(token: string): string {
  if (token.startsWith('"')) return token.slice(1, -1);
  if (token.startsWith("\\")) return token.slice(1);
  if (token.startsWith("[")) return /^\[\$([^\]-]*)/.exec(token)?.[1] ?? "";
  return /^[_*]./su.test(token) || /^[-+()]$/.test(token) ? "" : token;
}

/** The parts of a format that has only digits which are always shown, at least two. */
function digitsIn(code: string): NumberFormat | undefined {
  const parts: (string | null)[] = [];
  for (const { 0: token } of code.matchAll(/"[^"]*"|\\.|\[[^[\]]*\]|[_*].|./gsu)) {
    if (token === ";") break;
    if (token === "0") parts.push(null);
    else if (token.startsWith('"')) parts.push(token.slice(1, -1));
    else if (token.startsWith("\\")) parts.push(token.slice(1));
    else if (/^[-+ ():]$/.test(token)) parts.push(token);
    // Colors, locales and the width of spaces.
    else if (!/^(?:\[|_.|\*.)/su.test(token)) return undefined;
  }
  return parts.filter((part) => part === null).length >= 2 ? { type: "digits", parts } : undefined;
}

/** An integer as a format of digits shows it; undefined for other numbers. */
export function digitsText(value: string, parts: readonly (string | null)[]): string | undefined {
  if (!/^\d{1,15}$/.test(value)) return undefined;
  const places = parts.filter((part) => part === null).length;
  const digits = value.padStart(places, "0");
  const more = digits.length - places;
  let at = 0;
  return parts
    .map((part) => {
      if (part !== null) return part;
      // The first place has all digits for which there are no places.
      const from = at === 0 ? 0 : at + more;
      at += 1;
      return digits.slice(from, at + more);
    })
    .join("");
}
