import type { Source } from "@skucast/contracts/sources/source";
import type { Tone } from "../../parts/badge.js";
import { texts } from "../../texts/texts.js";

const words = texts.sources;

/** When a source is fetched, in words. */
export function scheduleText(schedule: Source["schedule"]): string {
  if (schedule === null) return words.never;
  if ("time" in schedule) return words.schedules.daily(schedule.time, schedule.time_zone);
  if ("cron" in schedule) return words.schedules.cron(schedule.cron, schedule.time_zone);
  return words.schedules.interval(schedule.every_minutes);
}

/** Where its file is. */
export const placeText = ({ url, host, port, path }: Source): string => url ?? `${host}:${port} ${path}`;

export const HEALTH_TONES = {
  new: "plain",
  ok: "good",
  held: "warn",
  failing: "bad",
} as const satisfies Record<Source["health"], Tone>;
