import type { Schedule } from "@skucast/contracts/schedules/schedule";
import { Cron } from "croner";
import { nextRunAt } from "./next-run-at.js";

/** A pattern says no moment that ever comes, such as the 30th of February, or is none. The message is a sentence for its author. */
export class NoNextTime extends Error {
  override readonly name = "NoNextTime";
}

const MINUTE_MS = 60_000;

/**
 * The first moment after `after` that a schedule names. An interval is counted from `last`, the moment before; a local
 * time that its zone skips is the first minute after the gap, one that comes twice is the first of them. Throws
 * NoNextTime for a pattern (crontab(5)) without one.
 */
export function nextTimeOf(schedule: Schedule, after: Date, last: Date = after): Date {
  if ("time" in schedule) return nextRunAt(schedule, after);
  if ("every_minutes" in schedule) {
    const lengthMs = schedule.every_minutes * MINUTE_MS;
    const passed = Math.max(0, Math.floor((after.getTime() - last.getTime()) / lengthMs));
    return new Date(last.getTime() + (passed + 1) * lengthMs);
  }
  const next = patternOf(schedule).nextRun(after);
  if (next === null) throw new NoNextTime(`${schedule.cron} never comes`);
  return next;
}

/** Both day fields at once mean either, as crontab(5) says. Without a function nothing is started. */
function patternOf({ cron, time_zone: timezone }: Extract<Schedule, { cron: string }>): Cron {
  try {
    return new Cron(cron, { timezone, mode: "5-part" });
  } catch (error) {
    throw new NoNextTime(error instanceof Error ? error.message : String(error));
  }
}
