import { texts } from "./first-view.js";
import { LANGUAGE } from "./language.js";

const UNITS = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });

/** A time relative to now, in its largest unit: `3 hours ago`, `in 2 days`, `just now`. */
export function relativeText(at: string, nowMs: number): string {
  const differenceMs = Date.parse(at) - nowMs;
  const unit = UNITS.find(([, ms]) => Math.abs(differenceMs) >= ms);
  if (unit === undefined) return differenceMs > 0 ? texts.general.inSeconds : texts.general.justNow;
  return relative.format(Math.trunc(differenceMs / unit[1]), unit[0]);
}
