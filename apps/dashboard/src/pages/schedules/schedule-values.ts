import type { Schedule } from "@skucast/contracts/schedules/schedule";

/** What the fields of a schedule hold: those of each form, whichever is chosen. */
export interface ScheduleValues {
  readonly when: "daily" | "interval" | "cron" | "never";
  readonly time: string;
  readonly timeZone: string;
  readonly minutes: string;
  readonly cron: string;
}

/** What the fields begin with. `here` is the time zone of the person who fills them in. */
export const scheduleValuesOf = (schedule: Schedule | null, here: string): ScheduleValues => ({
  when: formOf(schedule),
  time: schedule !== null && "time" in schedule ? schedule.time : "02:00",
  timeZone: schedule !== null && "time_zone" in schedule ? schedule.time_zone : here,
  minutes: schedule !== null && "every_minutes" in schedule ? String(schedule.every_minutes) : "60",
  cron: schedule !== null && "cron" in schedule ? schedule.cron : "0 * * * *",
});

function formOf(schedule: Schedule | null): ScheduleValues["when"] {
  if (schedule === null) return "never";
  if ("time" in schedule) return "daily";
  return "cron" in schedule ? "cron" : "interval";
}

/** What is sent for what was typed. */
export function scheduleBody({ when, time, timeZone, minutes, cron }: ScheduleValues): Schedule | null {
  if (when === "never") return null;
  if (when === "interval") return { every_minutes: Number(minutes) };
  return when === "daily" ? { time, time_zone: timeZone } : { cron: cron.trim(), time_zone: timeZone };
}
