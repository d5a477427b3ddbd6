import { z } from "zod";

/** A value of T as a merge patch (RFC 7396) changes it: members of objects may be left out or null, lists are whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }
    : T;

/**
 * The schema of a merge patch of what the given schema takes. Checks that concern an object as a whole are left to the
 * schema itself, once the patch is applied.
 */
export function mergePatchOf<T extends z.ZodType>(
  schema: T,
): z.ZodType<MergePatch<z.output<T>>, MergePatch<z.input<T>>> {
  return patchSchemaOf(schema) as unknown as z.ZodType<MergePatch<z.output<T>>, MergePatch<z.input<T>>>;
}

function patchSchemaOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return patchSchemaOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodRecord) {
    const keys = schema.keyType as z.ZodType<string, string>;
    return described(z.record(keys, patchSchemaOf(schema.valueType as z.ZodType).nullable()), schema);
  }
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.entries(schema.shape as z.ZodRawShape).map(([name, member]) => [
    name,
    patchSchemaOf(member as z.ZodType)
      .nullable()
      .optional(),
  ]);
  return described(z.strictObject(Object.fromEntries(members)), schema);
}

const described = (patch: z.ZodType, { description }: z.ZodType): z.ZodType =>
  description === undefined ? patch : patch.describe(description);

/** Whether a value is a JSON object. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A merge patch applied: members are merged, null takes one away, anything else is replaced whole. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  // A map: __proto__ is a name like any other.
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
