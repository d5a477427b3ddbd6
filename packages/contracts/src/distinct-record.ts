import { z } from "zod";
import { isParsed } from "./parsed-records.js";
import { PROTO } from "./proto-faults.js";

interface DistinctRecordDef extends z.core.$ZodRecordDef {
  readonly keyType: z.core.$ZodRecordKey;
  readonly size: Size;
}

interface Size {
  readonly max: number;
  /** What a member is called in the error. Default: entries. */
  readonly noun?: string;
}

/** For records without a limit of their own. */
const DEFAULT_SIZE: Size = { max: 10_000 };

const DistinctRecord = z.core.$constructor("DistinctRecord", (inst: z.ZodRecord, def: DistinctRecordDef) => {
  z.ZodRecord.init(inst as never, def as never);
  const { parse } = inst._zod;
  inst._zod.parse = (payload, ctx) => {
    const given = payload.value;
    if (isObject(given) && isParsed(given)) return payload;
    if (isObject(given) && Object.keys(given).length > def.size.max) {
      payload.issues.push(tooManyMembers(def.size, given));
      return payload;
    }
    const parsed = parse(payload, ctx);
    if (parsed instanceof Promise || !isObject(given) || !isObject(parsed.value)) return parsed;
    const names = Object.keys(given);
    // Each invalid key is missing as well, so this decides only whether to look.
    if (Object.keys(parsed.value).length < names.length) parsed.issues.push(...repetitionsOf(names, def, given));
    return parsed;
  };
});

const tooManyMembers = ({ max, noun = "entries" }: Size, input: unknown): z.core.$ZodRawIssue => ({
  code: "custom",
  message: `must have at most ${max} ${noun}`,
  input,
  params: { code: "too_big" },
});

/**
 * A record whose keys are stored in a canonical form, such as a language tag. Two spellings of one key are an error:
 * `z.record` would silently keep the value of the last one. The members of a record that has too many are not read.
 */
export const distinctRecord = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  keyType: Key,
  valueType: Value,
  size: Size = DEFAULT_SIZE,
): z.ZodRecord<Key, Value> =>
  // The class has the type of every record; this one has these keys and values.
  new DistinctRecord({ type: "record", keyType, valueType, size }) as unknown as z.ZodRecord<Key, Value>;

/** The record that a member of an object is, if it is one, whether it may be left out or not. */
export function distinctRecordIn(schema: z.ZodType): z.ZodRecord | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return distinctRecordIn(schema.unwrap() as z.ZodType);
  }
  return schema instanceof DistinctRecord ? (schema as z.ZodRecord) : undefined;
}

/** How many members a record may have. */
export const membersMaxOf = ({ def }: z.ZodRecord): number => sizeOf(def).max;

const sizeOf = (def: object): Size => (def as Partial<DistinctRecordDef>).size ?? DEFAULT_SIZE;

/** The size of a patch of a record: it may remove as many members as it adds. */
export function patchSizeOf({ def }: z.ZodRecord): Size {
  const { max, ...named } = sizeOf(def);
  return { ...named, max: Math.min(2 * max, DEFAULT_SIZE.max) };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function repetitionsOf(names: readonly string[], { keyType }: DistinctRecordDef, input: object): z.core.$ZodRawIssue[] {
  const firstOf = new Map<unknown, string>();
  return names.flatMap((name): z.core.$ZodRawIssue[] => {
    const key = z.safeParse(keyType, name);
    if (!key.success) return [];
    if (key.data === PROTO) {
      const message = `is stored as ${PROTO}, which must not be a name`;
      return [{ code: "custom", path: [name], message, input, params: { code: "unknown_field" } }];
    }
    const first = firstOf.get(key.data);
    if (first === undefined) firstOf.set(key.data, name);
    if (first === undefined) return [];
    const message = `is the same as ${first}, which is stored as ${String(key.data)}; leave one out`;
    return [{ code: "custom", path: [name], message, input, params: { code: "duplicate" } }];
  });
}
