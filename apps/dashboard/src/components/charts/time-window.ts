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
