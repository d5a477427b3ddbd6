const LANGUAGE = "en";

const UNITS = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
const numbers = new Intl.NumberFormat(LANGUAGE);
const dates = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "medium" });

/** A time relative to now, in its largest unit: `3 hours ago`, `in 2 days`, `just now`. */
export function relativeText(at: string, nowMs: number): string {
  const differenceMs = Date.parse(at) - nowMs;
  const unit = UNITS.find(([, ms]) => Math.abs(differenceMs) >= ms);
  if (unit === undefined) return differenceMs > 0 ? "in a few seconds" : "just now";
  return relative.format(Math.trunc(differenceMs / unit[1]), unit[0]);
}

/** A date and time in the user's time zone. */
export const dateTimeText = (at: string): string => dates.format(Date.parse(at));

const hours = new Intl.DateTimeFormat(LANGUAGE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A time of day in the user's time zone: `08:00`. */
export const hourText = (atMs: number): string => hours.format(atMs);

export const numberText = (value: number): string => numbers.format(value);

const percents = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 1 });

/** A fraction from 0 to 1 as a percentage: `99.5%`. */
export const percentText = (share: number): string => percents.format(share);

/** A count with its noun in the singular or plural. */
export const countText = (count: number, { one, many }: { readonly one: string; readonly many: string }): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

const SIZES = ["B", "kB", "MB", "GB"] as const;

/** A size in decimal units: `1.4 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1000 ** power;
  return `${numbers.format(power === 0 ? value : Number(value.toPrecision(3)))} ${SIZES[power]}`;
}
