import type { Schedule } from "@skucast/contracts/schedules/schedule";
import { Cron } from "croner";
import { nextRunAt } from "./next-run-at.js";

/** A cron pattern is invalid or never matches, such as 30 February. The message is for the author of the pattern. */
export class NoNextTime extends Error {
  override readonly name = "NoNextTime";
}

const MINUTE_MS = 60_000;

/**
 * The first time after `after` that matches a schedule. An interval is counted from `last`, the previous run. A local time
 * that its zone skips becomes the first minute after the gap; of one that occurs twice the first counts. Throws NoNextTime
 * for a pattern (crontab(5)) that never matches.
 */
export function nextTimeOf(schedule: Schedule, after: Date, last: Date = after): Date {
  if ("time" in schedule) return nextRunAt(schedule, after);
  if ("every_minutes" in schedule) {
    const lengthMs = schedule.every_minutes * MINUTE_MS;
    const passed = Math.max(0, Math.floor((after.getTime() - last.getTime()) / lengthMs));
    return new Date(last.getTime() + (passed + 1) * lengthMs);
  }
  const next = patternOf(schedule).nextRun(after);
  if (next === null) throw new NoNextTime(`${schedule.cron} never matches`);
  return next;
}

/**
 * If both day fields are restricted, a match of either is enough. A field that begins with `*` is not restricted, even with
 * a step, so that both must match (crontab(5)). Without a callback no job is started.
 */
function patternOf({ cron, time_zone: timezone }: Extract<Schedule, { cron: string }>): Cron {
  const [, , dayOfMonth = "", , dayOfWeek = ""] = cron.trim().split(/\s+/);
  const domAndDow = dayOfMonth.startsWith("*") || dayOfWeek.startsWith("*");
  try {
    return new Cron(cron, { timezone, mode: "5-part", domAndDow });
  } catch (error) {
    throw new NoNextTime(error instanceof Error ? messageOf(error) : String(error));
  }
}

/** The library counts days and months from 0. */
const messageOf = ({ message }: Error): string =>
  message.replace(
    /(Invalid value for (?:day|month): )(\d+)$/,
    (_, start: string, value: string) => start + (Number(value) + 1),
  );
