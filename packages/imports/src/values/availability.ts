import {
  AGAIN,
  type Availability,
  BACKORDER,
  BELOW_ZERO,
  DELIVERY,
  ENDED,
  EXPECTED,
  FILLER,
  HARMLESS,
  IN_STORE,
  JAPANESE,
  JAPANESE_DATE,
  JAPANESE_DAYS,
  JAPANESE_HARMLESS,
  JAPANESE_PERIOD,
  LEFT,
  NEGATION,
  NO_PREORDER,
  ONLINE,
  ONLY,
  ONLY_NOT,
  OUT,
  PORTUGUESE_IN,
  PREORDER,
  PREORDER_NO,
  PRESENT,
  STOCK,
  STORE,
  UNITS,
  UNTIL,
  WAREHOUSE,
  ZERO,
} from "./availability-words.js";
import { readDate } from "./date.js";
import { isPartOfDate, namesDate } from "./future-dates.js";

const LONG_DAYS = 14;
const WEEK_DAYS = 7;
/** Longer texts are no availability. */
const LENGTH_MAX = 200;

/**
 * The availability that a phrase such as `lieferbar in 4 Wochen` or `3 left in stock` states; undefined if it is not
 * understood. What says that a product is missing, or is sold only in some places, wins over everything else. A date, or a
 * period of two weeks or more, is a backorder; a shorter one is in stock. A phrase is in stock only if all of its words are
 * known not to limit that.
 */
export function readAvailability(text: string): Availability | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const until = untilIn(text);
  if (until !== undefined) return until < Date.now() ? "out_of_stock" : undefined;
  if (read.has(text)) return read.get(text);
  if (read.size >= PHRASES_MAX) read.clear();
  const availability = inWords(text);
  read.set(text, availability);
  return availability;
}

/** The rows of a file repeat a few phrases. */
const read = new Map<string, Availability | undefined>();
const PHRASES_MAX = 1_000;

/**
 * The end of the time in which something is available, in milliseconds since 1970; NaN if it cannot be read. A row that is
 * available until later is not understood: it would not be read again when that time has come.
 */
function untilIn(text: string): number | undefined {
  if (!/\d/.test(text)) return undefined;
  const tokens = tokensOf(text);
  const found = UNTIL.test(tokens.join(" ")) && namesDate(text, tokens);
  if (!found) return undefined;
  const date = readDate(text.slice(text.search(/\d/)).trim(), undefined);
  return date.type === "date" ? Date.parse(date.text) + DAY_MS : Number.NaN;
}

const DAY_MS = 86_400_000;

function inWords(text: string): Availability | undefined {
  const japanese = inJapanese(text.normalize("NFKC"));
  if (japanese !== undefined) return japanese;
  const tokens = tokensOf(text);
  const plain = tokens.join(" ");
  if (ENDED.test(plain)) return "discontinued";
  if (PREORDER.test(plain)) return NO_PREORDER.test(plain) || PREORDER_NO.test(plain) ? "out_of_stock" : "preorder";
  if (OUT.test(plain) || ONLY_NOT.test(plain) || isRestricted(text, plain)) return "out_of_stock";
  const { days, others } = periodIn(tokens);
  const isOrdered = BACKORDER.test(plain);
  const isDated = namesDate(text, tokens);
  const isDelivered = DELIVERY.test(plain) && (days !== undefined || isDated);
  const isOnlyPeriod = days !== undefined && others.length === 0;
  const isPresent = isOrdered || isDelivered || isOnlyPeriod || PRESENT.test(plain);
  if (!isPresent && !STOCK.test(plain)) return undefined;
  if (NEGATION.test(plain) || BELOW_ZERO.test(text) || others.some((token) => ZERO.test(token))) return "out_of_stock";
  if (!isPresent) return undefined;
  if (isOrdered || isDated || (days ?? 0) >= LONG_DAYS) return "backorder";
  if (EXPECTED.test(plain) && !isDelivered) return days === undefined ? "out_of_stock" : "backorder";
  if (AGAIN.test(plain) && days !== undefined) return "backorder";
  return isUnlimited(text, others) ? "in_stock" : undefined;
}

/** Words that are understood elsewhere in this file. */
const UNDERSTOOD = [PRESENT, STOCK, DELIVERY, LEFT, ONLINE, ONLY, STORE, EXPECTED, AGAIN].map(
  (words) => new RegExp(words.source, "g"),
);

/** Whether nothing in a phrase may limit that a product is in stock. `In stock?` is a question. */
function isUnlimited(text: string, others: readonly string[]): boolean {
  if (/\?\s*$/.test(text)) return false;
  const left = UNDERSTOOD.reduce((rest, words) => rest.replace(words, "|"), others.join(" ")).split(/(?=\|)|\s+/);
  return left.every(
    (token, at) =>
      /^\|?$/.test(token) ||
      FILLER.test(token) ||
      isHarmless(token) ||
      [left[at - 1], left[at + 1]].some((next) => WAREHOUSE.test(next ?? "")),
  );
}

const isHarmless = (token: string): boolean =>
  HARMLESS.exec(token)?.[0].length === token.length ||
  UNITS.some(([, unit]) => unit.test(token)) ||
  isPartOfDate(token);

/** Whether a product is sold only in stores, to some shoppers or for collection: it cannot be ordered online. */
function isRestricted(text: string, plain: string): boolean {
  if (ONLINE.test(plain)) return false;
  const hasOnly = ONLY.test(plain);
  if (!STORE.test(plain)) return hasOnly && PRESENT.test(plain) && !LEFT.test(plain);
  return hasOnly || text.split(CLAUSE_END).some((clause) => IN_STORE.test(tokensOf(clause).join(" ")));
}

/** `In stock. Collection in store` says two things. */
const CLAUSE_END = /[,.;|()\n]|\s[-–—]\s/;

/** Lower-cased words and numbers, without accents. */
export const tokensOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/\b\d{1,2}:\d{2}\b/g, " ")
    .replace(/ł/g, "l")
    .replace(/(\d)(?=[a-z])/g, "$1 ")
    .replace(PORTUGUESE_IN, "$1 em")
    .split(/[^a-z0-9]+/)
    .filter((token) => token !== "");

interface Period {
  /** The longest period, in days; a week or a longer unit without a number may be any number of them. */
  readonly days: number | undefined;
  /** What is not part of a period. */
  readonly others: readonly string[];
}

function periodIn(tokens: readonly string[]): Period {
  let days: number | undefined;
  const used = new Set<number>();
  for (const [place, token] of tokens.entries()) {
    const unit = UNITS.find(([, names]) => names.test(token))?.[0];
    if (unit === undefined) continue;
    let start = place;
    while (start > 0 && /^\d+$|^to$/.test(asPart(tokens[start - 1]))) start -= 1;
    const number = tokens.slice(start, place).findLast((one) => /^\d+$/.test(one));
    if (number === undefined && unit < WEEK_DAYS) continue;
    days = Math.max(days ?? 0, number === undefined ? LONG_DAYS : Number(number) * unit);
    for (let at = start; at <= place; at += 1) used.add(at);
  }
  const others = tokens.filter((token, place) => !used.has(place) && (days === undefined || !FILLER.test(token)));
  return { days, others };
}

const asPart = (token = ""): string => (FILLER.test(token) ? "to" : token);

function inJapanese(text: string): Availability | undefined {
  const found = JAPANESE.find(([, pattern]) => pattern.test(text))?.[0];
  if (found !== undefined && found !== "in_stock") return found;
  const days = [...text.matchAll(JAPANESE_PERIOD)].map(
    ([, number, unit = ""]) => Number(number) * (JAPANESE_DAYS[unit] ?? 30),
  );
  if (JAPANESE_DATE.test(text) && (days.length > 0 || found !== undefined)) return "backorder";
  if (days.length === 0 && found === undefined) return undefined;
  if (days.length > 0 && Math.max(...days) >= LONG_DAYS) return "backorder";
  const left = text.replace(JAPANESE_HARMLESS, "").replace(/[^\p{L}]/gu, "");
  return left === "" || /^[○◯〇◎△]$/.test(text.trim()) ? "in_stock" : undefined;
}
