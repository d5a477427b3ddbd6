import { z } from "zod";

export type Parsed<Output> =
  | { readonly success: true; readonly data: Output }
  | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };

/** More than `faultsOf` reports, because a value can break the same rule twice. */
const ISSUES_MAX = 200;

/**
 * Parses like `schema.safeParse` with `reportInput`, but describes only the first errors: describing all errors of a hostile
 * body of 2 MB takes seconds. zod itself does not read lists that are too long. With `abortEarly`, it also ends a list at
 * its first error. Of the members that a strict object does not know, it sees only some: it would list all of them.
 */
export function parseBounded<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { abortEarly = false }: { readonly abortEarly?: boolean } = {},
): Parsed<z.output<Schema>> {
  const context = { async: false, reportInput: true, abortEarly } as const;
  const parsed = schema._zod.run({ value: withoutMost(schema, value), issues: [] }, context);
  if (parsed instanceof Promise) throw new z.core.$ZodAsyncError();
  if (parsed.issues.length === 0) return { success: true, data: parsed.value as z.output<Schema> };
  const issues = parsed.issues
    .slice(0, ISSUES_MAX)
    .map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()));
  return { success: false, error: { issues } };
}

/** More than any object has that is strict. */
const MEMBERS_MAX = 1_000;

/** A value that a strict object rejects, with only the first of its unknown members; every other value as it is. */
function withoutMost(schema: z.ZodType, value: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || !(schema.def.catchall instanceof z.ZodNever)) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length <= MEMBERS_MAX) return value;
  let unknown = 0;
  const kept = names.filter((name) => {
    if (Object.hasOwn(schema.shape, name)) return true;
    unknown += 1;
    return unknown <= ISSUES_MAX;
  });
  return Object.fromEntries(kept.map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]]));
}
