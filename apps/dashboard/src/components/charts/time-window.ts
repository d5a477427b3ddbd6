import { hourText } from "../../texts/format.js";

/** The service's default bucket. */
export const HOUR_MS = 3_600_000;

/** The period that a chart shows, divided into buckets of equal length. */
export interface TimeWindow {
  /** RFC 3339. */
  readonly since: string;
  readonly until: string;
  readonly bucketMs: number;
}

/** A bucket, by its start (RFC 3339). */
export interface Bucket {
  readonly start: string;
}

/** Successes and failures in a bucket. */
export interface Counts extends Bucket {
  readonly good: number;
  readonly bad: number;
}

/** The bucket's hours in the user's time zone, for the chart's table. */
export const bucketText = ({ start }: Bucket, { bucketMs }: TimeWindow): string =>
  `${hourText(Date.parse(start))}–${hourText(Date.parse(start) + bucketMs)}`;

/**
 * The window, extended to whole buckets. Without that, the first and the current bucket of 24 hours would be drawn as thin
 * lines, because only a part of them is in the window.
 */
export function wholeBuckets(window: TimeWindow, buckets: readonly Bucket[]): TimeWindow {
  const starts = buckets.map(({ start }) => Date.parse(start));
  const sinceMs = Math.min(Date.parse(window.since), ...starts);
  const untilMs = Math.max(Date.parse(window.until), ...starts.map((start) => start + window.bucketMs));
  return { ...window, since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString() };
}
