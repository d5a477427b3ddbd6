import { expect, test } from "@jest/globals";
import { FaultyItem } from "@skucast/contracts/faulty-item";
import type { Problem } from "@skucast/contracts/problem";
import { finish } from "@skucast/contracts/steps";
import { parseJson, parsingJson, parsingJsonOfItems } from "./json-body.js";

const words = 'é, \\ " ] } [ { : 日本 '.repeat(80);
const product = (i: number) => ({
  sku: `A-${i}`,
  title: words.slice(i % 50),
  prices: [{ amount: i / 4 }],
  metadata: {},
});
const products = Array.from({ length: 60 }, (_, i) => product(i));

/** Documents that are longer than several pieces, with the long part in different places. */
const LONG: Readonly<Record<string, unknown>> = {
  "a list of objects": products,
  "a list in an object": { mode: "x", items: products, validate_only: false },
  "lists in lists": [1, [products, [], products], [[[products]]], {}],
  "an object of objects": { rows: Object.fromEntries(products.map((each) => [each.sku, each])), "": {} },
  "short values between long ones": { a: products, b: 1, c: null, d: products, e: [2], f: products },
  "one long text": { title: words.repeat(20), tags: [words.repeat(60)] },
};

const parse = (text: string): unknown => parseJson(Buffer.from(text));
function problemOf(text: string): Problem {
  try {
    parse(text);
  } catch (error) {
    return error as Problem;
  }
  throw new Error("it was not rejected");
}

test.each(Object.entries(LONG))("a long document is parsed as JSON.parse would: %s", (_name, value) => {
  for (const text of [JSON.stringify(value), `\ufeff \n${JSON.stringify(value, null, 2)}\n `]) {
    expect(parse(text)).toEqual(value);
  }
});

test.each(Object.entries(LONG))("a long document is malformed exactly if JSON.parse rejects it: %s", (_name, value) => {
  const text = JSON.stringify(value);
  const marks = [...text.matchAll(/[[\]{},:]/g)].map(({ index }) => index);
  const places = [...marks.slice(0, 5), ...marks.slice(-5), ...marks.filter((_at, i) => i % 1_977 === 0)];
  for (const at of places) {
    for (const mark of ["", ",,", "]", "[", "{"]) {
      const changed = text.slice(0, at) + mark + text.slice(at + 1);
      const isAccepted = wouldParse(changed);
      expect([mark, at, isAccepted ? null : problemOf(changed).code]).toEqual([
        mark,
        at,
        isAccepted ? null : "invalid_json",
      ]);
      if (isAccepted) expect(parse(changed)).toEqual(JSON.parse(changed));
    }
  }
});

function wouldParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each(["  ", '""', "1", '{"a":1}', "[]"])("%s after a long document is malformed, unless it is blank", (more) => {
  const text = `${JSON.stringify(products)}${more}`;
  if (more.trim() === "") expect(parse(text)).toEqual(products);
  else expect(problemOf(text).code).toBe("invalid_json");
});

test("a member that occurs twice is found, also when another piece has the first one", () => {
  const members = products.map((each) => `"${each.sku}":${JSON.stringify(each)}`).join();
  expect(problemOf(`{${members},"A-0":1}`).message).toMatch(/^The member "A-0" occurs twice in the same object/);
  expect(problemOf(`{"a":${JSON.stringify(products)},"a":${JSON.stringify(products)}}`).code).toBe("invalid_json");
});

test("a number that would change, and __proto__, are found in any piece, with their place", () => {
  const changed = (i: number, more: string) => `{"a":[${JSON.stringify(products.slice(0, i))},${more}]}`;
  expect(problemOf(changed(50, "12345678901234567891")).faults.map(({ pointer }) => pointer)).toEqual(["/a/1"]);
  expect(problemOf(changed(50, '{"b":{"__proto__":1}}')).faults.map(({ pointer }) => pointer)).toEqual([
    "/a/1/b/__proto__",
  ]);
});

test("of a long list of items, the faulty ones become FaultyItem", () => {
  const items = products.map((each, i) => (i % 30 === 7 ? '{"n":1e400}' : JSON.stringify(each)));
  const parsed = finish(parsingJsonOfItems(Buffer.from(`{"items":[${items.join()}]}`), "items")) as {
    items: unknown[];
  };
  expect(parsed.items.flatMap((item, i) => (item instanceof FaultyItem ? i : []))).toEqual([7, 37]);
  expect(parsed.items[8]).toEqual(products[8]);
});

test.each([
  ["well-formed", (text: string) => text],
  ["malformed at the end", (text: string) => `${text.slice(0, -1)},}`],
  ["with a member that occurs twice at the end", (text: string) => `${text.slice(0, -1)},"z":1,"z":2}`],
])("a %s document of some megabytes is read in many steps, so that others can run in between", (_name, change) => {
  const text = change(JSON.stringify({ items: Array.from({ length: 2_000 }, (_, i) => product(i)) }));
  const steps = parsingJson(Buffer.from(text));
  let count = 0;
  try {
    while (!steps.next().done) count += 1;
  } catch {
    // What it is rejected for is tested above.
  }
  expect(count).toBeGreaterThan(text.length / 100_000);
});
