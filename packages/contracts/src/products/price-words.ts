import { CURRENCY_DECIMALS } from "../codes/currencies.js";
import { SPELLED_NUMBER, spelledValue } from "./spelled-numbers.js";
import { STOP_WORDS } from "./stop-words.js";

/** A range of prices in major units. Without currencies, the default price of a product is compared. */
export interface PriceRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** ISO 4217 codes: any of them. A word such as `dollars` names several. */
  readonly currencies: readonly string[];
}

/** A query without its price words, and the range that they name. */
export interface PricedQuery {
  readonly rest: string;
  readonly price: PriceRange | null;
}

const DOLLARS = "USD CAD AUD NZD SGD HKD TWD";
const CROWNS = "SEK NOK DKK CZK";
const PESOS = "MXN ARS CLP COP UYU PHP";
/** The codes that each symbol or name of a currency may mean, in the languages of the price words. */
const NAMES: readonly (readonly [names: string, codes: string])[] = [
  ["$ dollar dollars dólar dólares dolar dolares buck bucks", DOLLARS],
  ["us$", "USD"],
  ["ca$ c$", "CAD"],
  ["a$", "AUD"],
  ["€ euro euros", "EUR"],
  ["£ pound pounds quid pfund libras", "GBP"],
  ["¥", "JPY CNY"],
  ["yen yens yenes", "JPY"],
  ["yuan yuans yuanes", "CNY"],
  ["₹ rupee rupees rupie rupien roupie roupies rupia rupias", "INR"],
  ["₩", "KRW"],
  ["₺", "TRY"],
  ["franken franc francs francos", "CHF"],
  ["zł zloty zlotys złoty", "PLN"],
  ["kč", "CZK"],
  ["kr", "SEK NOK DKK"],
  ["krone kronen kroner kronor couronne couronnes coronas", CROWNS],
  ["pesos", PESOS],
];
const CURRENCIES: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap(([names, codes]) => names.split(" ").map((name) => [name, codes])),
);

/** Codes that are also English words, such as CUP and PEN, are not read. */
const CODES = [...CURRENCY_DECIMALS.keys()].filter((code) => !/^(?:all|cup|gel|mad|mop|pen|sos|top|try)$/i.test(code));
const SYMBOL = /[^\p{L}]/u;
const anyOf = (names: readonly string[]): string => names.map((name) => name.replace("$", "\\$")).join("|");
const SYMBOLS = anyOf([...CURRENCIES.keys()].filter((name) => SYMBOL.test(name)).sort(longestFirst));
const WORDS = anyOf([...CURRENCIES.keys()].filter((name) => !SYMBOL.test(name)));
const CURRENCY = String.raw`${SYMBOLS}|(?<!\p{L})(?:${WORDS}|${CODES.join("|")})(?![\p{L}\p{N}])`;
const NUMBER = String.raw`\d{1,3}(?:[.,\u00a0]\d{3})+(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,3})?`;
const amount = (name: string): string =>
  String.raw`(?:(?<${name}Before>${CURRENCY})\s*)?(?<![\p{L}\p{N}.,])(?<${name}>${NUMBER})(?![\p{N}%])(?:\s*(?<${name}After>${CURRENCY})(?:\s+sterling)?)?`;

const TO = String.raw`\s*(?:-|–|\band\b|\bto\b|\bund\b|\bbis\b|\bet\b|(?<!\p{L})à(?!\p{L})|\by\b|\ba\b)\s*`;
const LESS =
  "less expensive than|cheaper than|less than|lower than|no more than|not more than|under|below|up to|at most|maximum of|maximum|max|unter|weniger als|billiger als|günstiger als|höchstens|maximal|bis zu|moins de|moins cher que|inférieure? à|jusqu'à|menos de|más barato que|por debajo de|hasta|<=|<|≤";
const MORE =
  "more expensive than|more than|no less than|not less than|above|over|at least|minimum|min|starting at|über|mehr als|mindestens|plus de|más de|mas de|>=|>|≥";
/** These words often precede numbers that are no prices, so the amount needs a currency. */
const LESS_WITH_CURRENCY = "within|for|bis|für|pour|por";
const MORE_WITH_CURRENCY = "from|ab|à partir de|a partir de|desde|dès";
const word = (words: string): string => String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}])\.?\s*`;

interface Pattern {
  readonly expression: RegExp;
  /** Whether an amount without a currency is a price. */
  readonly isClear: boolean;
  readonly rangeOf: (low: number, high: number) => Omit<PriceRange, "currencies">;
}

const pattern = (source: string, isClear: boolean, rangeOf: Pattern["rangeOf"]): Pattern => ({
  expression: new RegExp(source, "iu"),
  isClear,
  rangeOf,
});
const between = (low: number, high: number) => ({ min: Math.min(low, high), max: Math.max(low, high) });

const PATTERNS: readonly Pattern[] = [
  pattern(`${word("between|zwischen|entre")}${amount("low")}${TO}${amount("high")}`, true, between),
  pattern(`(?:${word("from|von|de")})?${amount("low")}${TO}${amount("high")}`, false, between),
  pattern(word(LESS) + amount("low"), true, (max) => ({ max })),
  pattern(word(MORE) + amount("low"), true, (min) => ({ min })),
  pattern(word("around|about|circa|ca|etwa|rund|environ|alrededor de") + amount("low"), false, (near) => ({
    min: near * 0.8,
    max: near * 1.2,
  })),
  pattern(word(LESS_WITH_CURRENCY) + amount("low"), false, (max) => ({ max })),
  pattern(word(MORE_WITH_CURRENCY) + amount("low"), false, (min) => ({ min })),
  pattern(`${amount("low")}\\s*(?:or less|and under|max|maximum|oder weniger|maximal)(?!\\p{L})`, false, (max) => ({
    max,
  })),
];
/** Words that introduce a price and belong to it. */
const INTRODUCED = /(?<!\p{L})(?:that|which)?\s*(?:priced?|costs?|costing|sells?|selling|for|at|kostet|preis)\s*$/iu;

/**
 * Takes the price out of a query, such as `under 30 dollars`, `below €50` or `between 10 and 20`.
 * An amount without a currency is a price only after clear words, and only if no unit follows (`under 30 cm`).
 */
export function readPriceWords(given: string): PricedQuery {
  const query = given.replace(SPELLED, (number) => String(spelledValue(number)));
  for (const { expression, isClear, rangeOf } of PATTERNS) {
    const match = expression.exec(query);
    if (match?.groups === undefined) continue;
    const { groups, index } = match;
    const named = [groups.lowBefore, groups.lowAfter, groups.highBefore, groups.highAfter];
    const [currencies] = named.map(currenciesOf).filter((codes) => codes.length > 0);
    const known = named.every((name) => name === undefined || currenciesOf(name).length > 0);
    const following = query.slice(index + match[0].length);
    if (!known || (currencies === undefined && !(isClear && endsPrice(following)))) continue;
    const low = numberOf(groups.low ?? "");
    const range = rangeOf(low, groups.high === undefined ? low : numberOf(groups.high));
    const preceding = query.slice(0, index).replace(INTRODUCED, "");
    return { rest: `${preceding} ${following}`.trim(), price: { ...range, currencies: currencies ?? [] } };
  }
  return { rest: given, price: null };
}

/** Numbers in words before a currency, such as `thirty dollars` and `twenty to thirty dollars`. */
const SPELLED = new RegExp(
  String.raw`${SPELLED_NUMBER}(?=(?:${TO}(?:${SPELLED_NUMBER}|${NUMBER}))?\s*(?:${CURRENCY}))`,
  "giu",
);

function currenciesOf(name: string | undefined): readonly string[] {
  const lower = name?.toLowerCase() ?? "";
  const codes = CURRENCIES.get(lower);
  if (codes !== undefined) return codes.split(" ");
  return CURRENCY_DECIMALS.has(lower.toUpperCase()) ? [lower.toUpperCase()] : [];
}

/** Whether a number before this text is not the number of a unit: the text ends, or continues with a new part. */
function endsPrice(following: string): boolean {
  const next = /^\s*([^\s]*)/u.exec(following)?.[1]?.toLowerCase() ?? "";
  return next === "" || /^[,;.!?)]/.test(following) || (/^\s/.test(following) && STOP_WORDS.has(next) && next !== "in");
}

/** So that `us$` is not read as `$`. */
function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}

/** The last of `.` and `,` is the decimal point, unless three digits follow it. */
function numberOf(text: string): number {
  const [, whole = "", fraction = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  return Number(`${whole.replace(/\D/g, "")}.${fraction || "0"}`);
}
