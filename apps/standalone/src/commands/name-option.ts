import type { z } from "zod";
import { UsageError } from "./command.js";

/** The value of `--name`, by the same rule as over the API. Throws UsageError. */
export function nameOption(
  given: string | undefined,
  { schema, noun }: { readonly schema: z.ZodType<string>; readonly noun: string },
): string {
  if (given === undefined || given.trim() === "") throw new UsageError(`Give the ${noun} a name: --name NAME`);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UsageError(`The name of the ${noun} ${parsed.error.issues[0]?.message ?? "is not valid"}: --name NAME`);
}
