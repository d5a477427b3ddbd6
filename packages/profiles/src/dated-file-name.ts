import { withDates } from "@skucast/contracts/feeds/dated-names";
import { compileDatePattern } from "./values/date-pattern.js";

/** The name of a feed's files for a run that started at a time, in the feed's time zone. */
export const datedFileName = (fileName: string, startedAt: Date, timeZone: string): string =>
  withDates(fileName, (pattern) => compileDatePattern(pattern, timeZone)(startedAt.toISOString()) ?? pattern);
