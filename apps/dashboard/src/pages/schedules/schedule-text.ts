import type { Schedule } from "@skucast/contracts/schedules/schedule";
import { texts } from "../../texts/texts.js";

const words = texts.schedules;

/** A schedule in words. */
export function scheduleText(schedule: Schedule | null): string {
  if (schedule === null) return words.never;
  if ("time" in schedule) return words.daily(schedule.time, schedule.time_zone);
  if ("cron" in schedule) return words.cron(schedule.cron, schedule.time_zone);
  return words.interval(schedule.every_minutes);
}
