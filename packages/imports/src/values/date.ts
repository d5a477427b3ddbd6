import type { DateOrder } from "@skucast/contracts/imports/mapping";

/** The result of reading a date or date-time. */
export type ReadDate =
  | { readonly type: "date"; readonly text: string; readonly isDate: boolean }
  /** Day and month could be swapped: `03/04/2026`. */
  | { readonly type: "ambiguous" }
  | { readonly type: "none" };

const ISO =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?(?:\d{2})?)?)?$/i;
/** With hyphens, the first part of a short date could be a year. */
const PARTS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|(?<!-)\d{2})(?:[T\s,]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;

/** `25 Nov 2026`, `25-Nov-26`, `Wed, 25 Nov 2026 10:00:00 GMT` (RFC 5322) and `Nov 25, 2026`. */
const NAMED =
  /^(?:[a-z]{3,9},?\s+)?(?:(\d{1,2})[\s.-]+([a-z]{3,9})\.?|([a-z]{3,9})\.?\s+(\d{1,2}),?)[\s-]+(\d{4}|\d{2})(?:[,\s]+(\d{1,2}:\d{2}(?::\d{2})?)\s*(GMT|Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function namedDate(text: string): ReadDate {
  const [, day, name, nameFirst, dayLast, year = "", time, zone] = NAMED.exec(text) ?? [];
  const month = MONTHS.indexOf((name ?? nameFirst ?? "").slice(0, 3).toLowerCase()) + 1;
  if (month === 0) return { type: "none" };
  const parts = {
    year: year.length === 2 ? `20${year}` : year,
    month: String(month).padStart(2, "0"),
    day: day ?? dayLast ?? "",
  };
  return dateOf(parts, time, zone?.toUpperCase() === "GMT" ? "Z" : zone);
}

/** Reads a date or date-time and returns it as RFC 3339. Without a time zone it is UTC. */
export function readDate(text: string, order: DateOrder | undefined): ReadDate {
  const [, year, month, day, time, zone] = ISO.exec(text) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) return dateOf({ year, month, day }, time, zone);
  const [, first = "", sign, second = "", lastYear, clock] = PARTS.exec(text) ?? [];
  if (lastYear === undefined) return namedDate(text);
  const own = orderOf(text) ?? (first === second || sign === "." ? "dmy" : order);
  if (own === undefined) return { type: "ambiguous" };
  const [dayText, monthText] = own === "dmy" ? [first, second] : [second, first];
  const fullYear = lastYear.length === 2 ? `20${lastYear}` : lastYear;
  return dateOf({ year: fullYear, month: monthText, day: dayText }, clock, undefined);
}

/** The order of day and month in a date; undefined if both are possible, or the text is not a date. */
export function orderOf(text: string): DateOrder | undefined {
  const [, first, sign, second] = PARTS.exec(text) ?? [];
  if (first === undefined) return undefined;
  if (sign === "." || Number(first) > 12) return "dmy";
  return Number(second) > 12 ? "mdy" : undefined;
}

interface Day {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

function dateOf({ year, month, day }: Day, time: string | undefined, zone: string | undefined): ReadDate {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (time === undefined)
    return isReal(date, `${date}T00:00:00Z`) ? { type: "date", text: date, isDate: true } : { type: "none" };
  const [clock = "", fraction] = time.split(".");
  const seconds = clock.split(":").length === 2 ? `${clock}:00` : clock;
  const full = `${date}T${seconds.padStart(8, "0")}${fraction === undefined ? "" : `.${fraction}`}${zoneOf(zone)}`;
  return isReal(date, full) ? { type: "date", text: full, isDate: false } : { type: "none" };
}

/** Whether the date exists. Date reads 30 February as a day of March. */
function isReal(date: string, full: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(Date.parse(full)) && day.toISOString().startsWith(date);
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined || /^(Z|UTC)$/i.test(zone)) return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** The first second of a day as a date-time; a date-time stays as it is. */
export const startOf = ({ text, isDate }: { text: string; isDate: boolean }): string =>
  isDate ? `${text}T00:00:00Z` : text;
/** The last second of a day as a date-time; a date-time stays as it is. */
export const endOf = ({ text, isDate }: { text: string; isDate: boolean }): string =>
  isDate ? `${text}T23:59:59Z` : text;
