import { LOCALE } from "./language.js";
import { type Plural, pluralForm } from "./plural.js";

const numbers = new Intl.NumberFormat(LOCALE);
const dates = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "medium" });

/** A date and time in the user's time zone. */
export const dateTimeText = (at: string): string => dates.format(Date.parse(at));

const hours = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A time of day in the user's time zone: `08:00`. */
const days = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric", timeZone: "UTC" });

/** A day such as `2026-11-30`, without its year. */
export const dayText = (date: string): string => days.format(Date.parse(date));

export const hourText = (atMs: number): string => hours.format(atMs);

export const numberText = (value: number): string => numbers.format(value);

const prices = new Map<string, Intl.NumberFormat>();

/** A price in the user's format: `€1,234.50`. A currency has exactly its own decimals. */
export function priceText(amount: number, currency: string): string {
  const format = prices.get(currency) ?? new Intl.NumberFormat(LOCALE, { style: "currency", currency });
  prices.set(currency, format);
  return format.format(amount);
}

const percents = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });

/** A fraction from 0 to 1 as a percentage: `99.5%`. */
export const percentText = (share: number): string => percents.format(share);

/** A count with its noun in the form that the language needs. */
export const countText = (count: number, forms: Plural): string => `${numberText(count)} ${pluralForm(count, forms)}`;

const lists = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** Names or sentences as a list that is read: `a, b, and c`. */
export const listText = (parts: readonly string[]): string => lists.format(parts);

const collator = new Intl.Collator(LOCALE, { numeric: true });

/** Compares names for sorting, as readers of the language expect them. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

const SIZES = ["B", "kB", "MB", "GB"] as const;

/** A size in decimal units: `1.4 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1000 ** power;
  return `${numbers.format(power === 0 ? value : Number(value.toPrecision(3)))} ${SIZES[power]}`;
}
