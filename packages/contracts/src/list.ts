import { z } from "zod";
import { LIMITS } from "./limits.js";

/** Query of every list: `limit` (clamped to the maximum) and an opaque `cursor`. */
export const pageQuery = {
  limit: z.coerce
    .number({ error: "must be a whole number" })
    .int("must be a whole number")
    .min(1)
    .default(LIMITS.pageSizeDefault)
    .transform((limit) => Math.min(limit, LIMITS.pageSizeMax))
    .describe(`How many, at most ${LIMITS.pageSizeMax}; more is clamped.`),
  cursor: z.string().min(1).max(1024).optional().describe("next_cursor of the page before."),
};

/** A comma-separated list of names of a closed set, each once. */
export function namesParameter<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .string()
    .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
    .pipe(z.array(z.enum(names)).min(1).max(100));
}

/** A moment that a client names, with its offset from UTC. */
export const momentSchema = z.iso
  .datetime({ offset: true, abort: true })
  .refine((value) => Date.parse(value) >= 0, { error: "must be a time since 1970", params: { code: "not_allowed" } });

/** Query of a list of things that happened: only those of a time. */
export const createdQuery = {
  created_after: momentSchema.optional().describe("Only what was made at this time or later."),
  created_before: momentSchema.optional().describe("Only what was made before this time."),
};

/** Answer of every list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean().describe("Whether there is a next page. A page may be short, or empty, and yet have one."),
    next_cursor: z.string().nullable().describe("Pass it as cursor to get the next page; null at the end."),
  });
}

/** Query of every write: check everything, store nothing. */
export const validateOnlyQuery = {
  validate_only: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe("true checks the request as if it were real and stores nothing."),
};

/** Query of writes to what its caller names: whether it need not exist. */
export const allowMissing = z
  .enum(["true", "false"])
  .default("false")
  .transform((value) => value === "true");

/** Fields that every stored resource has. */
export const resourceFields = {
  version: z.int().describe("Counts the changes; also in the ETag."),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};
