import { z } from "zod";

export const previous = z
  .record(z.string(), z.unknown())
  .describe("The former values of the changed fields; null for a field that had no value.");

/** Schema of an event's data: the object and its former values. */
export const changeOf = (object: z.ZodType) => z.object({ object, previous });

export const state = { visibility: "public", kind: "state" } as const;
export const fact = { visibility: "public", kind: "fact" } as const;
export const example = (object: unknown, before: Record<string, unknown> = {}) => ({ object, previous: before });
