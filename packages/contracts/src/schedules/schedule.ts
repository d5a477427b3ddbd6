import { z } from "zod";
import { timeZoneSchema } from "../codes/schemas.js";
import { mergePatch } from "../merge-patch.js";

/** Once a day at a local time. */
export const dailyScheduleSchema = z
  .strictObject({
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a local time such as 02:00")
      .meta({ examples: ["02:00"] }),
    time_zone: timeZoneSchema,
  })
  .describe("Once a day at this local time; daylight saving time is handled.");
export type DailySchedule = z.output<typeof dailyScheduleSchema>;

const MINUTES_MAX = 10_080;

const intervalScheduleSchema = z
  .strictObject({ every_minutes: z.int().min(1).max(MINUTES_MAX) })
  .describe("At an interval in minutes, up to a week.");

const cronScheduleSchema = z
  .strictObject({
    cron: z
      .string()
      .trim()
      .overwrite((pattern) => pattern.replace(/\s+/g, " "))
      .max(100)
      .regex(/^[^\s]+( [^\s]+){4}$/, "must be five fields: minute, hour, day of month, month, day of week"),
    time_zone: timeZoneSchema,
  })
  .describe("As in crontab(5): minute, hour, day of month, month and day of week, in a time zone.");

/** When something runs automatically, in one of three forms. */
export const scheduleSchema = z.union([dailyScheduleSchema, intervalScheduleSchema, cronScheduleSchema]);
export type Schedule = z.output<typeof scheduleSchema>;

const FORMS = { time: dailyScheduleSchema, every_minutes: intervalScheduleSchema, cron: cronScheduleSchema } as const;
const NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[];

/** A merge patch of a schedule: `time`, `every_minutes` or `cron` selects the form. */
export const schedulePatchSchema = z
  .strictObject({
    time: dailyScheduleSchema.shape.time.nullable(),
    every_minutes: intervalScheduleSchema.shape.every_minutes.nullable(),
    cron: cronScheduleSchema.shape.cron.nullable(),
    time_zone: timeZoneSchema.nullable(),
  })
  .partial()
  .describe("Members are merged. A different form replaces the schedule but keeps its time zone.");
export type SchedulePatch = z.output<typeof schedulePatchSchema>;

/** Applies a patch. Parse the returned value with the returned schema, which is that of the new form. */
export function patchedSchedule(
  before: Schedule | null,
  patch: SchedulePatch,
): { readonly value: object; readonly schema: z.ZodType<Schedule> } {
  const named = NAMES.filter((name) => patch[name] !== undefined && patch[name] !== null);
  const merged = Object.entries(mergePatch(before ?? {}, patch) as object);
  const form = named[0] ?? NAMES.find((name) => merged.some(([member]) => member === name)) ?? "time";
  const schema = FORMS[form];
  const isKept = (name: string) => name in schema.shape || named.some((other) => other === name);
  return { value: Object.fromEntries(merged.filter(([name]) => isKept(name))), schema };
}
