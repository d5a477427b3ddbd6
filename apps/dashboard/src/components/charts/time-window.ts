import { hourText } from "../../texts/format.js";

/** The service counts by the hour unless it is asked otherwise. */
export const HOUR_MS = 3_600_000;

/** What a chart over time shows: from when to when, in buckets of one length. */
export interface TimeWindow {
  /** RFC 3339. */
  readonly since: string;
  readonly until: string;
  readonly bucketMs: number;
}

/** A bucket of a chart: its beginning, as RFC 3339, and as it is said. */
export interface Bucket {
  readonly start: string;
}

/** What went well and what did not in a bucket of time. */
export interface Counts extends Bucket {
  readonly good: number;
  readonly bad: number;
}

/** A bucket as it is named in a table beside the chart: its hours, in the reader's time zone. */
export const bucketText = ({ start }: Bucket, { bucketMs }: TimeWindow): string =>
  `${hourText(Date.parse(start))}–${hourText(Date.parse(start) + bucketMs)}`;
