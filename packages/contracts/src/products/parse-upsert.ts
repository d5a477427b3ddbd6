import { z } from "zod";
import { isJsonObject } from "../merge-patch.js";
import { type Parsed, parseBounded } from "../parse-bounded.js";
import { checkBody } from "./check-product.js";
import { type ProductUpsert, productUpsertSchema } from "./product.js";

interface Field {
  readonly name: string;
  /** Its place in the contract. */
  readonly place: number;
  /** Without the wrappers that accept null and undefined. */
  readonly schema: z.ZodType;
  readonly isNullable: boolean;
}

const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries(productUpsertSchema.shape).map(([name, schema], place) => [
    name,
    { name, place, schema: unwrapped(schema), isNullable: schema.safeParse(null).success },
  ]),
);

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema;
}

/** A product with more entries and members, at all levels, gets the first error of each list only. */
const ENTRIES_MAX = 500;

/** Whether a value has at most so many entries and members at all levels. */
function hasAtMost(max: number, value: unknown): boolean {
  let left = max;
  const take = (inner: unknown): boolean => {
    if (typeof inner !== "object" || inner === null) return true;
    const members = Object.values(inner);
    left -= members.length;
    return left >= 0 && members.every(take);
  };
  return take(value);
}

/** The first error of a list decides, so the entries after it are not read. */
const FIRST_ERROR = { async: false, abortEarly: true } as const;

/**
 * Parses the body of an upsert, with the same result as `parseBounded`. It looks only at the fields that the body has:
 * there are eighty, and most bodies have a quarter of them.
 */
export function parseUpsert(given: unknown): Parsed<ProductUpsert> {
  const body = isJsonObject(given) ? parsedFields(given) : undefined;
  // Every field is as its schema returns it.
  return body === undefined
    ? parseBounded(productUpsertSchema, given, { abortEarly: !hasAtMost(ENTRIES_MAX, given) })
    : { success: true, data: body as ProductUpsert };
}

/** The fields in the order of the contract; undefined if one is missing, unknown or invalid, or if they contradict each other. */
function parsedFields(given: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const fields: Field[] = [];
  for (const name of Object.keys(given)) {
    const field = FIELDS.get(name);
    if (field === undefined) return undefined;
    fields.push(field);
  }
  fields.sort((one, other) => one.place - other.place);
  const body: Record<string, unknown> = {};
  for (const { name, schema, isNullable } of fields) {
    const value = given[name];
    if (value === undefined || (value === null && isNullable)) {
      body[name] = value;
      continue;
    }
    const parsed = schema._zod.run({ value, issues: [] }, FIRST_ERROR);
    if (parsed instanceof Promise || parsed.issues.length > 0) return undefined;
    body[name] = parsed.value;
  }
  return body.sku === undefined || checkBody(body).length > 0 ? undefined : body;
}
