import { z } from "zod";
import { text } from "../text.js";
import { AVAILABILITIES, CONDITIONS } from "./product.js";

const VALUES_MAX = 100;

/** Values of which any will do: a list of them, or one without a list. */
export function oneOrMany<T extends z.ZodType<string, string>>(item: T, valuesMax = VALUES_MAX) {
  const listed = (given: z.input<T> | readonly z.input<T>[]) => (typeof given === "string" ? [given] : given);
  return z.preprocess(listed, z.array(item).min(1).max(valuesMax));
}

/**
 * By what products are asked for, in their list and in what a channel selects: the same names, forms and meanings. All
 * that are given must hold. `q` means the same in both, and is not among them: a selection keeps it as its words.
 */
export const productFilters = {
  availability: oneOrMany(z.enum(AVAILABILITIES)).describe("Any of these.").optional(),
  condition: oneOrMany(z.enum(CONDITIONS)).describe("Any of these.").optional(),
  brand: oneOrMany(text(200)).describe("Any of these, exactly, with its capitals.").optional(),
  updated_after: z.iso
    .datetime({ offset: true, abort: true })
    .overwrite((moment) => (Date.parse(moment) < 0 ? "1970-01-01T00:00:00Z" : moment))
    .describe("Only what was written after this time; one before 1970 is the beginning of 1970.")
    .optional(),
};
