import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { distinctRecord } from "./distinct-record.js";
import { faultsOf } from "./faults.js";
import { FAULTS_MAX } from "./first-faults.js";
import { parseBounded } from "./parse-bounded.js";

/** A schema that accepts nothing, and counts what it has read and described. */
function countingEntry() {
  const counts = { read: 0, described: 0 };
  const refuse = () => {
    counts.read += 1;
    return false;
  };
  const describe = () => {
    counts.described += 1;
    return "is never allowed";
  };
  return { counts, entry: z.unknown().refine(refuse, { error: describe }) };
}

const issuesOf = (schema: z.ZodType, value: unknown) => {
  const parsed = parseBounded(schema, value);
  return parsed.success ? [] : parsed.error.issues;
};
const faultsIn = (schema: z.ZodType, value: unknown) => faultsOf({ issues: issuesOf(schema, value) }, schema);
const ones = (count: number) => Array.from({ length: count }, () => 1);

test("only the first errors are described", () => {
  const { counts, entry } = countingEntry();
  const schema = z.array(entry).max(5_000);
  expect(faultsIn(schema, ones(5_000))).toHaveLength(FAULTS_MAX);
  expect(counts.described).toBeLessThanOrEqual(2 * FAULTS_MAX);
});

test("the entries of a list that is too long are not read", () => {
  const { counts, entry } = countingEntry();
  const schema = z.object({ rules: z.array(entry).min(1).max(5).optional() });
  expect(faultsIn(schema, { rules: ones(6) })).toEqual([
    { pointer: "/rules", code: "too_big", message: "must have at most 5 entries" },
  ]);
  expect(counts.read).toBe(0);
});

test("the members of a record that has too many are not read", () => {
  const { counts, entry } = countingEntry();
  const schema = distinctRecord(z.string(), entry, { max: 2, noun: "rows" });
  expect(faultsIn(schema, { a: 1, b: 2, c: 3 })).toEqual([
    { pointer: "", code: "too_big", message: "must have at most 2 rows" },
  ]);
  expect(counts.read).toBe(0);
});

test("every other value is parsed as by safeParse", () => {
  const schema = z.object({
    text: z.string().max(3),
    list: z.array(z.union([z.number().min(1), z.strictObject({ at: z.iso.date() })])).max(2),
    choice: z.enum(["a", "b"]).optional(),
  });
  const member = fc.oneof(fc.string(), fc.integer(), fc.constant("a"), fc.constant(undefined), fc.array(fc.anything()));
  fc.assert(
    fc.property(fc.record({ text: member, list: member, choice: member }), (value) => {
      const expected = schema.safeParse(value, { reportInput: true });
      const parsed = parseBounded(schema, value);
      expect(parsed.success ? parsed.data : parsed.error.issues).toEqual(
        expected.success ? expected.data : expected.error.issues,
      );
    }),
  );
});

test("of hundreds of thousands of unknown members, the known ones and the first unknown ones decide", () => {
  const fields = z.strictObject({ a: z.number(), z: z.number() });
  const unknown = Array.from({ length: 300_000 }, (_, i) => [`k${i}`, 1]);
  const parsed = parseBounded(fields, Object.fromEntries([["a", 1], ...unknown, ["z", "x"]]));
  const found = parsed.success ? [] : parsed.error.issues;
  expect(found).toMatchObject([
    { code: "invalid_type", path: ["z"] },
    { code: "unrecognized_keys", keys: Array.from({ length: 200 }, (_, i) => `k${i}`) },
  ]);
});

test("an object that may have other members keeps all of them", () => {
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]));
  for (const schema of [z.record(z.string(), z.int()), z.looseObject({})]) {
    expect(parseBounded(schema, members)).toEqual({ success: true, data: members });
  }
});
