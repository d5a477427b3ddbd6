import type { Feed } from "@skucast/contracts/feeds/feed";
import { Cron } from "croner";

/** When a feed runs: a local time such as `02:00` in an IANA zone. */
export type Schedule = NonNullable<Feed["schedule"]>;

/**
 * The first moment after `after` at which the zone's clocks show the time. Each local date has one: where daylight
 * saving time skips it, the next moment that exists counts; where it comes twice, the first.
 */
export function nextRunAt({ time, time_zone }: Schedule, after: Date): Date {
  const [hour, minute] = time.split(":").map(Number);
  const found = new Cron(`${minute} ${hour} * * *`, { timezone: time_zone }).nextRun(after);
  if (!found) throw new Error(`a daily schedule has no next run: ${time} ${time_zone}`);
  return found;
}

/** The local date (YYYY-MM-DD) that a moment falls on: the business date of a nightly run. */
export function localDate(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return format.format(at);
}
