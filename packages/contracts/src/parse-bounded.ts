import { z } from "zod";

export type Parsed<Output> =
  | { readonly success: true; readonly data: Output }
  | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };

/** More than `faultsOf` reports, because a value can break the same rule twice. */
const ISSUES_MAX = 200;

/**
 * Parses like `schema.safeParse` with `reportInput`, but describes only the first errors: describing all errors of a hostile
 * body of 2 MB takes seconds. zod itself does not read lists that are too long. With `abortEarly`, it also ends a list at
 * its first error.
 */
export function parseBounded<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { abortEarly = false }: { readonly abortEarly?: boolean } = {},
): Parsed<z.output<Schema>> {
  const context = { async: false, reportInput: true, abortEarly } as const;
  const parsed = schema._zod.run({ value, issues: [] }, context);
  if (parsed instanceof Promise) throw new z.core.$ZodAsyncError();
  if (parsed.issues.length === 0) return { success: true, data: parsed.value as z.output<Schema> };
  const issues = parsed.issues
    .slice(0, ISSUES_MAX)
    .map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()));
  return { success: false, error: { issues } };
}
