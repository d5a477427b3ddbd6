import type { DailySchedule as Schedule } from "@skucast/contracts/schedules/schedule";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The first instant after `after` at which local clocks show the time. Each local date has exactly one: if clocks skip the
 * time, the first minute after the gap counts; if it occurs twice, the first. Not computed by a cron library, because those
 * omit the date on which the time is skipped up to midnight.
 */
export function nextRunAt(schedule: Schedule, after: Date): Date {
  const clock = clockOf(schedule.time_zone);
  const yesterday = dayOf(clock(after.getTime())) - DAY_MS;
  for (let day = yesterday; day <= yesterday + 3 * DAY_MS; day += DAY_MS) {
    const at = instantOf(clock, day + timeOf(schedule));
    if (at > after.getTime()) return new Date(at);
  }
  throw new Error(`a daily schedule has no next run: ${schedule.time} ${schedule.time_zone}`);
}

/**
 * The local date (YYYY-MM-DD) that a run of the schedule belongs to. If the time was skipped up to midnight, the run is on
 * the next date, with an earlier clock time than scheduled, and belongs to the date before.
 */
export function businessDate(schedule: Schedule, at: Date): string {
  const shown = clockOf(schedule.time_zone)(at.getTime());
  const day = dayOf(shown);
  return new Date(shown - day >= timeOf(schedule) ? day : day - DAY_MS).toISOString().slice(0, 10);
}

/** The local date and time of an instant, as the milliseconds of the same date and time in UTC, to the minute. */
type Clock = (ms: number) => number;

function clockOf(timeZone: string): Clock {
  const numbers = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...numbers });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, day = 0] = [parts.get("year"), parts.get("month"), parts.get("day")];
    return Date.UTC(year, month - 1, day, parts.get("hour"), parts.get("minute"));
  };
}

/** The first instant at which clocks show the date and time, or the first minute after the gap that skips it. */
function instantOf(clock: Clock, shown: number): number {
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((ms) => clock(ms) - ms);
  const [earlier = 0, later = 0] = offsets.map((offset) => shown - offset).toSorted((a, b) => a - b);
  if (clock(earlier) === shown) return earlier;
  if (clock(later) === shown) return later;
  let before = earlier - MINUTE_MS;
  let beyond = later;
  while (beyond - before > MINUTE_MS) {
    const middle = before + Math.floor((beyond - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (clock(middle) < shown) before = middle;
    else beyond = middle;
  }
  return beyond;
}

const dayOf = (shown: number): number => Math.floor(shown / DAY_MS) * DAY_MS;

function timeOf({ time }: Schedule): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (60 * hours + minutes) * MINUTE_MS;
}
