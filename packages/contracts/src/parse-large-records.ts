import { z } from "zod";
import { distinctRecordIn, membersMaxOf } from "./distinct-record.js";
import { markParsed } from "./parsed-records.js";
import type { Steps } from "./steps.js";

type Members = Readonly<Record<string, unknown>>;

/** Parsing so many takes about a millisecond. */
const MEMBERS_PER_STEP = 500;
/** More than are reported. */
const FAULTY_MAX = 200;

/** A member of an object that is a record and may be large. */
export interface LargeRecord {
  readonly name: string;
  readonly schema: z.ZodRecord;
}

/** The members of an object with this schema that may be large records. */
export function largeRecordsOf(schema: z.ZodType): readonly LargeRecord[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, member]) => {
    const record = distinctRecordIn(member);
    return record === undefined || membersMaxOf(record) <= MEMBERS_PER_STEP ? [] : [{ name, schema: record }];
  });
}

/**
 * Parses the large records of an object in steps, before its schema parses the object: 100,000 members take some 100 ms.
 * The schema takes parsed records as they are. Of a record with errors only the members that have one are left, so that
 * the schema reports these.
 */
export function* parsingLargeRecords(records: readonly LargeRecord[], value: unknown): Steps<unknown> {
  if (!isMembers(value)) return value;
  const parsed: [string, object][] = [];
  for (const { name, schema } of records) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (!isMembers(given)) continue;
    const names = Object.keys(given);
    if (names.length <= MEMBERS_PER_STEP || names.length > membersMaxOf(schema)) continue;
    parsed.push([name, yield* parsingRecord(schema, given, names)]);
  }
  return parsed.length === 0 ? value : { ...value, ...Object.fromEntries(parsed) };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function* parsingRecord(schema: z.ZodRecord, given: Members, names: readonly string[]): Steps<object> {
  const parsed: Record<string, unknown> = {};
  const repeated = new Set<string>();
  const faulty = new Set<string>();
  for (const part of partsOf(names)) {
    yield;
    const result = schema.safeParse(membersOf(given, part));
    if (!result.success) for (const name of faultyIn(result.error, part)) faulty.add(name);
    if (faulty.size >= FAULTY_MAX) break;
    for (const [name, value] of Object.entries(result.data ?? {})) {
      if (Object.hasOwn(parsed, name)) repeated.add(name);
      else parsed[name] = value;
    }
  }
  if (repeated.size > 0) for (const name of yield* searchingSpellings(schema, names, repeated)) faulty.add(name);
  return faulty.size === 0 ? markParsed(parsed) : membersOf(given, [...faulty]);
}

function* partsOf(names: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < names.length; from += MEMBERS_PER_STEP) yield names.slice(from, from + MEMBERS_PER_STEP);
}

const membersOf = (given: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, given[name]]));

/** The members that errors name. Two spellings of one name are an error of the second alone, so these need all members. */
function faultyIn({ issues }: z.ZodError, part: readonly string[]): readonly string[] {
  const isOfSpellings = issues.some((issue) => issue.code === "custom" && issue.params?.code === "duplicate");
  return isOfSpellings ? part : issues.map(({ path }) => String(path[0]));
}

/** The names that are stored as one of these. */
function* searchingSpellings(
  { keyType }: z.ZodRecord,
  names: readonly string[],
  stored: ReadonlySet<string>,
): Steps<readonly string[]> {
  const found: string[] = [];
  for (const part of partsOf(names)) {
    yield;
    found.push(...part.filter((name) => stored.has(String(z.safeParse(keyType, name).data))));
    if (found.length >= FAULTY_MAX) break;
  }
  return found;
}
