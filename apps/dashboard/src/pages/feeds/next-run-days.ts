import { LOCALE } from "../../texts/language.js";

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 3;
const days = new Intl.DateTimeFormat(LOCALE, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** The days of the feed's next nightly runs in its own time zone, such as `Sunday, November 22`. */
export function nextRunDays(nextRunAt: string, timeZone: string): readonly string[] {
  const [year, month, day] = ["year", "month", "day"].map((part) => numberOf(nextRunAt, timeZone, part));
  // Calendar days are computed in UTC, which has no daylight saving time.
  const firstMs = Date.UTC(year ?? 0, (month ?? 1) - 1, day);
  return Array.from({ length: DAYS_SHOWN }, (_, night) => days.format(firstMs + night * DAY_MS));
}

function numberOf(at: string, timeZone: string, part: string): number {
  const local = new Intl.DateTimeFormat("en", { year: "numeric", month: "numeric", day: "numeric", timeZone });
  return Number(local.formatToParts(Date.parse(at)).find(({ type }) => type === part)?.value);
}
