import { z } from "zod";

export const previous = z
  .record(z.string(), z.unknown())
  .describe("The former values of the fields that changed; null where there was none.");

/** Data of an event: what it is about, and what that was before. */
export const changeOf = (object: z.ZodType) => z.object({ object, previous });

export const state = { visibility: "public", kind: "state" } as const;
export const fact = { visibility: "public", kind: "fact" } as const;
export const example = (object: unknown, before: Record<string, unknown> = {}) => ({ object, previous: before });
