import { z } from "zod";
import { text } from "../text.js";
import { inKnownTime } from "../zoned-time.js";
import { AVAILABILITIES, CONDITIONS } from "./product.js";

const VALUES_MAX = 100;

/** A list of values of which any may match, or a single value. */
export function oneOrMany<T extends z.ZodType<string, string>>(item: T, valuesMax = VALUES_MAX) {
  const listed = (given: z.input<T> | readonly z.input<T>[]) => (typeof given === "string" ? [given] : given);
  return z.preprocess(listed, z.array(item).min(1).max(valuesMax));
}

/**
 * Filters of the product list and of a channel's selection, with the same names and meanings. All given filters must match.
 * `q` also means the same in both, but has two schemas: a selection stores only its search words.
 */
export const productFilters = {
  availability: oneOrMany(z.enum(AVAILABILITIES)).describe("Any of these.").optional(),
  condition: oneOrMany(z.enum(CONDITIONS)).describe("Any of these.").optional(),
  brand: oneOrMany(text(200)).describe("Any of these; case-sensitive.").optional(),
  updated_after: inKnownTime(
    z.iso
      .datetime({ offset: true, abort: true })
      .overwrite((timestamp) => (Date.parse(timestamp) < 0 ? "1970-01-01T00:00:00Z" : timestamp)),
  )
    .describe("Only products written after this time. Times before 1970 count as the start of 1970.")
    .optional(),
};
