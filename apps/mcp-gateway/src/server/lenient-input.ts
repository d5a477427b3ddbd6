import { isExactNumber } from "@skucast/contracts/exact-numbers";
import { z } from "zod";
import { jsonIn } from "./json-in.js";

/**
 * Corrects arguments to a tool's schema where the meaning is certain. Models and clients send lists, objects, numbers
 * and booleans as strings, integers instead of strings, a single value or a comma-separated list of names instead of a list, null or an empty string for
 * omitted members, and members next to the object that they belong to. Everything else is unchanged, and the schema rejects it by name.
 */
export function lenientInput(schema: z.core.$ZodType, given: unknown): unknown {
  const { isOptional, inner } = unwrapped(schema);
  if (given === null) return isOptional ? undefined : given;
  if (given === "" && isOptional && !z.safeParse(inner, "").success) return undefined;
  if (inner instanceof z.ZodArray) return listOf(inner, given);
  if (inner instanceof z.ZodObject) return membersOf(inner, given);
  if (inner instanceof z.ZodRecord) return recordOf(inner, typeof given === "string" ? jsonIn(given, isObject) : given);
  if (inner instanceof z.ZodEnum) return choiceOf(inner, Array.isArray(given) && given.length === 1 ? given[0] : given);
  if (inner instanceof z.ZodNumber) return typeof given === "string" && isNumber(given) ? Number(given) : given;
  if (inner instanceof z.ZodBoolean)
    return typeof given === "string" && /^(?:true|false)$/i.test(given) ? given.toLowerCase() === "true" : given;
  if (inner instanceof z.ZodString) return Number.isSafeInteger(given) ? String(given) : given;
  return given;
}

/** A choice in capital letters, or with spaces or hyphens, such as `In stock`. */
function choiceOf(schema: z.ZodEnum, given: unknown): unknown {
  if (typeof given !== "string" || schema.safeParse(given).success) return given;
  const plain = plainName(given);
  return schema.options.find((option) => plainName(String(option)) === plain) ?? given;
}

const plainName = (name: string): string => name.trim().toLowerCase().replaceAll(/[\s-]/g, "_");

/** A record of strings may have numbers and booleans. */
function recordOf(schema: z.ZodRecord, given: unknown): unknown {
  if (!isObject(given) || !(schema.valueType instanceof z.ZodString)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : value,
    ]),
  );
}

/** A JSON number (RFC 8259, section 6) without an exponent. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** A number that would change stays a string, which the schema rejects. */
const isNumber = (text: string): boolean => NUMBER.test(text) && isExactNumber(text);

/** No list of names or ids is longer; a longer text is not split. */
const LIST_LENGTH_MAX = 10_000;

interface Unwrapped {
  readonly isOptional: boolean;
  readonly inner: z.core.$ZodType;
}

/** The inner schema of a value, and whether the value is optional. A nullable schema keeps null. */
function unwrapped(schema: z.core.$ZodType): Unwrapped {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const { inner } = unwrapped(schema.def.innerType);
    return { isOptional: !takesNull(schema.def.innerType), inner };
  }
  if (schema instanceof z.ZodNullable) return { isOptional: false, inner: unwrapped(schema.def.innerType).inner };
  if (schema instanceof z.ZodPipe) return unwrapped(schema.def.in);
  return { isOptional: false, inner: schema };
}

const takesNull = (schema: z.core.$ZodType): boolean => schema instanceof z.ZodNullable;

function listOf(schema: z.ZodArray, given: unknown): unknown {
  const value = typeof given === "string" && given.trimStart().startsWith("[") ? jsonIn(given, Array.isArray) : given;
  const { element } = schema.def;
  if (Array.isArray(value)) return value.map((entry) => lenientInput(element, entry));
  const one = typeof value === "string" && value.trimStart().startsWith("{") ? jsonIn(value, isObject) : value;
  if (!isEntry(element, one)) return given;
  if (typeof one !== "string" || !one.includes(",")) return [lenientInput(element, one)];
  // One entry or several, such as SKUs with commas: only the caller knows.
  return namesIn(element, one) ?? given;
}

/** The entries of a comma-separated list, if it is no entry itself and each of its parts is one. */
function namesIn(element: z.core.$ZodType, text: string): string[] | undefined {
  const isValid = (part: string): boolean => z.safeParse(element, part).success;
  if (text.length > LIST_LENGTH_MAX || isValid(text)) return undefined;
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(isValid) ? parts : undefined;
}

/** Whether a single value clearly means a list of one. */
function isEntry(element: z.core.$ZodType, value: unknown): boolean {
  const { inner } = unwrapped(element);
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum) return typeof value === "string" && value !== "";
  return (inner instanceof z.ZodObject || inner instanceof z.ZodUnknown) && isObject(value);
}

function membersOf(schema: z.ZodObject, given: unknown): unknown {
  const value = typeof given === "string" ? jsonIn(given, isObject) : given;
  if (!isObject(value)) return given;
  const shape = new Map(Object.entries(schema.shape));
  const members = Object.entries(placed(schema, value)).map(([name, member]) => {
    const known = shape.get(name);
    return [name, known ? lenientInput(known, member) : member] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

type Members = Readonly<Record<string, unknown>>;

/** Moves each unknown member of a strict object into the only object below that has such a member. */
function placed(schema: z.ZodObject, given: Members): Members {
  if (!(schema.def.catchall instanceof z.ZodNever)) return given;
  let members = given;
  // By the names of the schema: a caller may send any number of others.
  for (const [name, path] of uniquePathsOf(schema)) {
    if (!Object.hasOwn(given, name)) continue;
    const { [name]: member, ...others } = members;
    members = withMember(others, [...path, name], member) ?? members;
  }
  return members;
}

const KNOWN_PATHS = new WeakMap<z.ZodObject, ReadonlyMap<string, readonly string[]>>();

/** The names that exactly one of the objects below has, and that the object itself has not, with the path of that object. */
function uniquePathsOf(schema: z.ZodObject): ReadonlyMap<string, readonly string[]> {
  const known = KNOWN_PATHS.get(schema);
  if (known !== undefined) return known;
  const paths = new Map<string, string[][]>();
  for (const [name, path] of membersBelow(schema)) paths.set(name, [...(paths.get(name) ?? []), path]);
  const unique = new Map(
    [...paths].flatMap(([name, [path = [], ...more]]) =>
      more.length > 0 || Object.hasOwn(schema.shape, name) ? [] : [[name, path] as const],
    ),
  );
  KNOWN_PATHS.set(schema, unique);
  return unique;
}

/** The members of all objects below, each with the path of its object. */
function membersBelow(schema: z.ZodObject): [name: string, path: string[]][] {
  return Object.entries(schema.shape).flatMap(([key, member]) => {
    const { inner } = unwrapped(member);
    if (!(inner instanceof z.ZodObject)) return [];
    const own = Object.keys(inner.shape).map((name): [string, string[]] => [name, [key]]);
    return [...own, ...membersBelow(inner).map(([name, path]): [string, string[]] => [name, [key, ...path]])];
  });
}

/** The object with a member at a path; undefined if there is one already, or a value that is no object. */
function withMember(members: Members, [key = "", ...path]: readonly string[], member: unknown): Members | undefined {
  if (path.length === 0) return Object.hasOwn(members, key) ? undefined : { ...members, [key]: member };
  const inner = members[key] ?? {};
  const changed = isObject(inner) ? withMember(inner, path, member) : undefined;
  return changed && { ...members, [key]: changed };
}

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
