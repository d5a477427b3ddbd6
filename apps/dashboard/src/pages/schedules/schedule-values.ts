import type { Schedule } from "@skucast/contracts/schedules/schedule";

/** Form values of a schedule, for all of its forms. */
export interface ScheduleValues {
  readonly when: "daily" | "interval" | "cron" | "never";
  readonly time: string;
  readonly timeZone: string;
  readonly minutes: string;
  readonly cron: string;
}

/** Initial form values. `here` is the user's time zone. */
export const scheduleValuesOf = (schedule: Schedule | null, localTimeZone: string): ScheduleValues => ({
  when: formOf(schedule),
  time: schedule !== null && "time" in schedule ? schedule.time : "02:00",
  timeZone: schedule !== null && "time_zone" in schedule ? schedule.time_zone : localTimeZone,
  minutes: schedule !== null && "every_minutes" in schedule ? String(schedule.every_minutes) : "60",
  cron: schedule !== null && "cron" in schedule ? schedule.cron : "0 * * * *",
});

function formOf(schedule: Schedule | null): ScheduleValues["when"] {
  if (schedule === null) return "never";
  if ("time" in schedule) return "daily";
  return "cron" in schedule ? "cron" : "interval";
}

export function scheduleBody({ when, time, timeZone, minutes, cron }: ScheduleValues): Schedule | null {
  if (when === "never") return null;
  if (when === "interval") return { every_minutes: Number(minutes) };
  return when === "daily" ? { time, time_zone: timeZone } : { cron: cron.trim(), time_zone: timeZone };
}
