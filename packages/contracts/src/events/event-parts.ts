import { z } from "zod";
import { LIMITS } from "../limits.js";
import { changedBySchema } from "./changed-by.js";

export const previous = z
  .record(z.string(), z.unknown())
  .describe("The former values of the changed fields; null for a field that had no value.");

/** Members of data besides the object and its former values. */
export const changeDetails = {
  changed_by: changedBySchema.optional(),
  omitted: z
    .object({ object: z.array(z.string()), previous: z.array(z.string()) })
    .describe(
      `Only if data would be larger than ${LIMITS.eventDataBytesMax / 1_000} kB: the names of the fields that were left out of ` +
        "object and previous. A field that is named under previous has changed.",
    )
    .meta({ id: "OmittedFields" })
    .optional(),
  url: z
    .string()
    .nullable()
    .optional()
    .describe("Only with omitted: the path to read the whole object; null if it was deleted."),
};

/**
 * Schema of an event's data: the object and its former values. The fields of the object that are not short must be
 * optional (`withoutLarge`), because they may be omitted.
 */
export const changeOf = (object: z.ZodType) => z.object({ object, previous, ...changeDetails });

const MAY_BE_OMITTED = `Left out if data would be larger than ${LIMITS.eventDataBytesMax / 1_000} kB; then omitted names it.`;

/** The schema of an object in events: its fields of considerable size are optional, because they may be omitted. */
export function withoutLarge(object: z.ZodObject, names: readonly string[], id?: string): z.ZodObject {
  const optional = names.map((name) => {
    const field: z.ZodType | undefined = object.shape[name];
    if (field === undefined) throw new Error(`the object of the event has no field ${name}`);
    return [name, field.optional().describe([field.description, MAY_BE_OMITTED].filter(Boolean).join(" "))];
  });
  const schema = object.extend(Object.fromEntries(optional));
  return id === undefined ? schema : schema.meta({ id });
}

export const state = { visibility: "public", kind: "state" } as const;
export const fact = { visibility: "public", kind: "fact" } as const;
export const example = (object: unknown, before: Record<string, unknown> = {}) => ({ object, previous: before });
