import { expect, test } from "@jest/globals";
import { z } from "zod";
import { distinctRecord } from "./distinct-record.js";
import { faultsOf } from "./faults.js";
import { parseBounded } from "./parse-bounded.js";
import { largeRecordsOf, parsingLargeRecords } from "./parse-large-records.js";
import { text } from "./text.js";

const SIZE = { max: 20_000, noun: "rows" };
const schema = z.strictObject({
  name: text(10),
  rows: distinctRecord(text(20), text(20), SIZE).optional(),
  patch: distinctRecord(text(20), text(20).nullable(), SIZE).default({}),
});
const records = largeRecordsOf(schema);

/** The result and the errors, and in how many steps the records were parsed. */
function parsed(value: unknown) {
  const steps = parsingLargeRecords(records, value);
  let count = 0;
  for (;;) {
    const { done, value: prepared } = steps.next();
    if (!done) {
      count += 1;
      continue;
    }
    const result = parseBounded(schema, prepared);
    return result.success ? { data: result.data, count } : { faults: faultsOf(result.error, schema), count };
  }
}

function directly(value: unknown) {
  const result = parseBounded(schema, value);
  return result.success ? { data: result.data } : { faults: faultsOf(result.error, schema) };
}

/** Rows, some of which are stored under another name and with another value. */
const rowsWith = (count: number, others: object = {}): object => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i % 7 === 0 ? " " : ""}k${i}`, ` v${i}`])),
  ...others,
});

test("records that may be large are found, also where they may be left out", () => {
  expect(records.map(({ name }) => name)).toEqual(["rows", "patch"]);
  expect(largeRecordsOf(z.strictObject({ few: distinctRecord(text(9), text(9), { max: 100 }) }))).toEqual([]);
  expect(largeRecordsOf(z.string())).toEqual([]);
});

test.each([
  ["valid", { name: "T", rows: rowsWith(1_999), patch: rowsWith(700, { gone: null }) }],
  ["an invalid value", { name: "T", rows: rowsWith(1_999, { last: "x".repeat(21), "": "empty", no: 7 }) }],
  ["two spellings of a name, far apart", { name: "T", rows: { a: "1", ...rowsWith(1_500), " a": "2" } }],
  ["two spellings of a name, side by side", { name: "T", rows: rowsWith(1_500, { a: "1", " a": "2" }) }],
  ["a name that would be the prototype", { name: "T", rows: rowsWith(900, { " __proto__": "1" }) }],
  ["an error elsewhere", { name: "", rows: rowsWith(900), other: 1 }],
  ["an error in each record", { name: "T", rows: rowsWith(900, { a: 1 }), patch: rowsWith(900, { b: 2 }) }],
  ["too many members", { name: "T", rows: rowsWith(20_001) }],
  ["not a record", { name: "T", rows: ["a"] }],
  ["null", { name: "T", rows: null }],
  ["few members", { name: "T", rows: rowsWith(3) }],
  ["not an object", 7],
])("the result is that of the schema: %s", (_, value) => {
  const { count: _count, ...result } = parsed(value);
  expect(result).toEqual(directly(value));
});

test("a hundred errors are reported, as by the schema", () => {
  const wrong = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`w${i}`, i % 2 === 0 ? "v" : 7]));
  const { faults, count } = parsed({ name: "T", rows: wrong });
  expect(faults).toEqual(directly({ name: "T", rows: wrong }).faults);
  expect(count).toBe(1);
});

test("a record of 20,000 members is parsed in 40 steps", () => {
  const { data, count } = parsed({ name: "T", rows: rowsWith(20_000) });
  expect(count).toBe(40);
  expect(data).toEqual(directly({ name: "T", rows: rowsWith(20_000) }).data);
});
