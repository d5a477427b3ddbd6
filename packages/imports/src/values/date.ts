import type { DateOrder } from "@skucast/contracts/imports/mapping";
import { halfWidth } from "./half-width.js";
import { VALUE_LENGTH_MAX } from "./value-length.js";

/** The result of reading a date or date-time. */
export type ReadDate =
  | { readonly type: "date"; readonly text: string; readonly isDate: boolean }
  /** Day and month could be swapped: `03/04/2026`. */
  | { readonly type: "ambiguous" }
  | { readonly type: "none" };

/** A time of day: `8:30`, `08:30:00`, `11:00 PM`, `11 p.m.` or `8:30 Uhr`. */
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*(?:[ap]\.?m\.?|uhr))?|\d{1,2}\s*[ap]\.?m\.?`;
const ISO = new RegExp(
  String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s,]+(${CLOCK})\s*(Z|UTC|[+-]\d{2}:?(?:\d{2})?)?)?$`,
  "i",
);
/** With hyphens, the first part of a short date could be a year. */
const PARTS = new RegExp(String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|(?<!-)\d{2})(?:[T\s,]+(${CLOCK}))?$`, "i");

/** `25 Nov 2026`, `25-Nov-26`, `Wed, 25 Nov 2026 10:00:00 GMT` (RFC 5322) and `Nov 25, 2026, 10:00 AM`. */
const NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(?:(\d{1,2})[\s.-]+([a-z]{3,12})\.?|([a-z]{3,12})\.?\s+(\d{1,2}),?)[\s-]+(\d{4}|\d{2})(?:(?:[,\s]+|\s+at\s+)(${CLOCK})\s*(GMT|Z|UTC|[+-]\d{2}:?\d{2})?)?$`,
  "i",
);
/** How the names of each month begin, in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish and Czech. */
const MONTHS = [
  /^(?:jan|ene|gen|sty|led)/,
  /^(?:feb|fev|lut|uno)/,
  /^(?:mar|mrz|maa|mrt|brez)/,
  /^(?:apr|avr|abr|kwi|dub)/,
  /^(?:may|mai|mag|mei|maj|kve)/,
  /^(?:jun|juin|giu|cze|cerv(?!en[ec]))/,
  /^(?:jul|juil|lug|lip|cerven[ec])/,
  /^(?:aug|aou|ago|sie|srp)/,
  /^(?:sep|set|wrz|zar)/,
  /^(?:oct|okt|ott|out|paz|rij)/,
  /^(?:nov|lis)/,
  /^(?:dec|dez|dic|gru|pro)/,
];

/** Without accents and the words between: `1er août 2026`, `12 de marzo de 2026`. */
const bareDate = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/^(\d{1,2})(?:er|st|nd|rd|th|\u00ba)\b/i, "$1")
    .replace(/\s+(?:de|del)\s+/gi, " ");

function namedDate(text: string): ReadDate {
  const [, day, name, nameFirst, dayLast, year = "", time, zone] = NAMED.exec(bareDate(text)) ?? [];
  const monthName = (name ?? nameFirst ?? "").toLowerCase();
  const month = MONTHS.findIndex((start) => start.test(monthName)) + 1;
  if (month === 0) return { type: "none" };
  const parts = {
    year: year.length === 2 ? `20${year}` : year,
    month: String(month).padStart(2, "0"),
    day: day ?? dayLast ?? "",
  };
  return dateOf(parts, time, zone?.toUpperCase() === "GMT" ? "Z" : zone);
}

const COMPACT = /^(20\d{2})(0[1-9]|1[0-2])([0-3]\d)$/;
const JAPANESE = /^(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})日$/;
/** The days of a spreadsheet from 2000 to 2099, with a part of a day. */
const SERIAL = /^(?:3[6-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$/;
/** Seconds or milliseconds since 1970, of this time: from 2001 to 2033. */
const EPOCH = /^1\d{9}(?:\d{3})?$/;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** A date that is written as one number, as ISO 8601; other text stays as it is. */
function asIso(text: string): string {
  const [, year, month, day] = COMPACT.exec(text) ?? JAPANESE.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  if (SERIAL.test(text))
    return isoOf(DAY_ZERO_MS + Math.round(Number(text) * 86_400) * 1_000).replace(/T00:00:00Z$/, "");
  if (EPOCH.test(text)) return isoOf(text.length === 10 ? Number(text) * 1_000 : Number(text));
  return text;
}

const isoOf = (timeMs: number): string => new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, "Z");

/** Programs write a narrow or no-break space before AM and PM. */
const withSpaces = (text: string): string => text.replace(/[\u00a0\u2007\u2009\u202f]/g, " ");

/** Meta's form of a day in a period, from its first to its last minute: `2026-11-01T0:00-23:59`. */
const WHOLE_DAY = /^(\d{4}-\d{1,2}-\d{1,2})T0?0:00-23:59$/i;

/** Reads a date or date-time and returns it as RFC 3339. Without a time zone it is UTC. */
export function readDate(sent: string, order: DateOrder | undefined): ReadDate {
  const narrow = halfWidth(sent);
  if (narrow.length > VALUE_LENGTH_MAX) return { type: "none" };
  const text = asIso(withSpaces(narrow)).replace(WHOLE_DAY, "$1");
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
  const [, first, sign, second] = PARTS.exec(withSpaces(text)) ?? [];
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
  const clockTime = in24Hours(time);
  if (clockTime === undefined || !isZone(zone)) return { type: "none" };
  const [clock = "", fraction] = clockTime.split(".");
  const seconds = clock.split(":").length === 2 ? `${clock}:00` : clock;
  const full = `${date}T${seconds.padStart(8, "0")}${fraction === undefined ? "" : `.${fraction}`}${zoneOf(zone)}`;
  return isReal(date, full) ? { type: "date", text: full, isDate: false } : { type: "none" };
}

const HALF_DAY = /^(\d{1,2})((?::\d{2}){0,2}(?:\.\d+)?)\s*(?:([ap])\.?m\.?|uhr)$/i;

/** A time of day on the 24-hour clock; undefined if there is none such. */
function in24Hours(time: string): string | undefined {
  const [, hour, rest = "", half] = HALF_DAY.exec(time) ?? [];
  if (hour === undefined) return time;
  const minutes = rest === "" ? ":00" : rest;
  if (half === undefined) return hour + minutes;
  if (Number(hour) > 12 || Number(hour) === 0) return undefined;
  return String((Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0)) + minutes;
}

/** Whether the date exists. Date reads 30 February as a day of March. */
function isReal(date: string, full: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(Date.parse(full)) && day.toISOString().startsWith(date);
}

/** Whether a time zone exists: none is more than 14 hours from UTC. */
function isZone(zone: string | undefined): boolean {
  if (zone === undefined || /^(Z|UTC)$/i.test(zone)) return true;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return Number(digits) <= 1_400 && Number(digits.slice(2)) < 60;
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
