import { z } from "zod";
import { distinctRecord, patchSizeOf } from "./distinct-record.js";

/** A merge patch (RFC 7396) of T: object members may be absent or null; lists are complete. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }
    : T;

/**
 * The schema of a merge patch for values of the given schema. It leaves out checks of whole objects: run the original
 * schema after the patch is applied.
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
    return described(
      distinctRecord(keys, patchSchemaOf(schema.valueType as z.ZodType).nullable(), patchSizeOf(schema)),
      schema,
    );
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

/** Applies a merge patch: object members are merged, null removes a member, anything else is replaced. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  // A Map, so that __proto__ is an ordinary name.
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** The merge patch from one value to another: members that the other does not have are removed. */
export function mergePatchTo(from: unknown, to: unknown): unknown {
  if (!isJsonObject(from) || !isJsonObject(to)) return to;
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  const patched = Object.entries(to).map(([name, value]) => [name, mergePatchTo(from[name], value)]);
  return Object.fromEntries([...patched, ...gone.map((name) => [name, null])]);
}
