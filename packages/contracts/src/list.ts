import { z } from "zod";
import { LIMITS } from "./limits.js";
import { zonedTime } from "./zoned-time.js";

const WHOLE_NUMBER = /^-?\d+$/;
const NOT_WHOLE = "must be a whole number";

interface NumberRange {
  readonly min: number;
  readonly max?: number;
  readonly error?: string;
}

const wholeNumber = ({ min, max = Number.MAX_SAFE_INTEGER, error = NOT_WHOLE }: NumberRange) =>
  z.number({ error }).int(error).min(min).max(max);

function readDigits(sent: unknown): unknown {
  if (typeof sent !== "string") return sent;
  return WHOLE_NUMBER.test(sent) ? Number(sent) : Number.NaN;
}

/** A query parameter with a whole number, in digits: not `1e2`, `0x10` or ` 7`. */
export const wholeNumberParameter = (range: NumberRange) => z.preprocess(readDigits, wholeNumber(range));

/** A whole number with a default. It is inside, because JSON Schema would not have it otherwise. */
export const wholeNumberOrDefault = (range: NumberRange, otherwise: number) =>
  z.preprocess(readDigits, wholeNumber(range).default(otherwise));

/** Query of every list: `limit` (clamped to the maximum) and an opaque `cursor`. */
export const pageQuery = {
  limit: wholeNumberOrDefault({ min: 1 }, LIMITS.pageSizeDefault)
    .transform((limit) => Math.min(limit, LIMITS.pageSizeMax))
    .describe(`Page size; at most ${LIMITS.pageSizeMax}, higher values are lowered to it.`),
  cursor: z.string().min(1).max(1024).optional().describe("next_cursor of the previous page."),
};

/** A comma-separated list of names from a fixed set; duplicates are dropped. */
export function namesParameter<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .string()
    .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
    .pipe(z.array(z.enum(names)).min(1).max(100));
}

/** A timestamp in a request, with its offset from UTC. */
export const timestampSchema = zonedTime.refine((value) => Date.parse(value) >= 0, {
  error: "must be a time since 1970",
  params: { code: "not_allowed" },
});

/** Query parameters that limit a list to a time range. */
export const createdQuery = {
  created_after: timestampSchema.optional().describe("Only those created at or after this time."),
  created_before: timestampSchema.optional().describe("Only those created before this time."),
};

/** Response of every list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean().describe("Whether there is a next page. Even a short or empty page may have one."),
    next_cursor: z.string().nullable().describe("Pass it as cursor to get the next page; null on the last page."),
  });
}

/** Query parameter of every write. */
export const validateOnlyQuery = {
  validate_only: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe(
      "true checks everything and stores nothing. A dry run neither uses nor replays an Idempotency-Key. If it would create a resource, the id in its response is not the one that the resource will get.",
    ),
};

/** Query parameter of writes to a resource that the client names: whether it may be missing. */
export const allowMissing = z
  .enum(["true", "false"])
  .default("false")
  .transform((value) => value === "true");

/** Fields that every stored resource has. */
export const resourceFields = {
  version: z.int().describe("Increases with every change; part of the ETag."),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};
