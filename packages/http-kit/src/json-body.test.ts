import { describe, expect, test } from "@jest/globals";
import { FaultyItem } from "@skucast/contracts/faulty-item";
import { LIMITS } from "@skucast/contracts/limits";
import type { Problem } from "@skucast/contracts/problem";
import { finish } from "@skucast/contracts/steps";
import { parseJson, parsingJsonOfItems } from "./json-body.js";

const parse = (text: string): unknown => parseJson(Buffer.from(text));
const rejectionOf = (text: string, read = parse): Pick<Problem, "code" | "faults"> => {
  try {
    read(text);
  } catch (error) {
    return error as Problem;
  }
  throw new Error("it was not rejected");
};

test("exactly representable numbers are accepted, in any form and place", () => {
  const text = '[0,-0.5,1e2,19.90,123456789012345,9007199254740992,0.30000000000000004,{"a":-1.5E-3}]';
  expect(parse(text)).toEqual(JSON.parse(text));
});

test("digits inside strings and keys are not numbers", () => {
  const text = '{"9007199254740993":"9007199254740993","b":"a \\" 9007199254740993 1e400"}';
  expect(parse(text)).toEqual(JSON.parse(text));
});

test.each([
  ['{"custom_attributes":{"id":9007199254740993}}', "/custom_attributes/id"],
  ["[1,-9007199254740993]", "/1"],
  ['{"a":{"b":1e400}}', "/a/b"],
  ["0.10000000000000000001", ""],
])("%s is rejected at %j", (text, pointer) => {
  const { code, faults } = rejectionOf(text);
  expect([code, faults.map((fault) => `${fault.pointer} ${fault.code}`)]).toEqual([
    "validation_failed",
    [`${pointer} inexact_number`],
  ]);
});

test.each(["[1e]", "[9007199254740993", "[12345678901234567890-]", "[00000000000000001]"])(
  "%s is rejected as invalid JSON first",
  (text) => expect(rejectionOf(text).code).toBe("invalid_json"),
);

test.each([
  ['{"sku":"A","sku":"B"}', "sku", 1, 12],
  ['{"a":{"b":[{"c":1,\n  "c":1}]}}', "c", 2, 3],
  ['{"sku":"A","s\\u006bu":"B"}', "sku", 1, 12],
  ['[{"a":":,{\\"","a" : 1}]', "a", 1, 15],
  ['{"":1,"":2}', "", 1, 7],
  ['{"__proto__":1,"__proto__":2}', "__proto__", 1, 16],
])("%s is rejected, because a member occurs twice", (text, name, line, column) => {
  expect(rejectionOf(text)).toMatchObject({
    code: "invalid_json",
    message: `The member "${name}" occurs twice in the same object, again at line ${line}, column ${column}.`,
    members: { line, column },
  });
});

test("the same name in different objects, and in strings, is accepted", () => {
  const text = '{"a":{"a":"a\\":\\"a"},"b":[{"a":1},{"a":2}],"c":"{\\"a\\":1,\\"a\\":2}","A":0}';
  expect(parse(text)).toEqual(JSON.parse(text));
});

test.each([
  ['{"__proto__":{"a":1}}', ["/__proto__"]],
  [
    '{"metadata":{"__proto__":"x"},"items":[{"a":{"\\u005f_proto__":null}}]}',
    ["/metadata/__proto__", "/items/0/a/__proto__"],
  ],
])("%s is rejected, because a map would drop the member", (text, pointers) => {
  const { code, faults } = rejectionOf(text);
  expect([code, faults.map(({ pointer }) => pointer)]).toEqual(["validation_failed", pointers]);
});

test("millions of objects and lists are rejected before they are parsed, which would take seconds", () => {
  const text = `[${"[],".repeat(3_300_000)}[]]`;
  const before = process.cpuUsage();
  expect(rejectionOf(text)).toMatchObject({
    message: `The body has more than ${LIMITS.jsonContainersMax} objects and lists.`,
  });
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  expect(parse(`[${"{},".repeat(200_000)}{}]`)).toHaveLength(200_001);
});

describe("items with results of their own", () => {
  const parseItems = (text: string) => finish(parsingJsonOfItems(Buffer.from(text), "items"));

  test("an item with a number that would change, or __proto__, leaves the others as they are", () => {
    const items = ['{"a":1}', '{"a":[0.10000000000000000001]}', '"b"', '{"c":{"__proto__":1e400}}'];
    expect(parseItems(`{"mode":"x","items":[${items.join()}]}`)).toEqual({
      mode: "x",
      items: [
        { a: 1 },
        expect.objectContaining({ value: { a: [0.1] }, faults: [expect.objectContaining({ pointer: "/a/0" })] }),
        "b",
        expect.any(FaultyItem),
      ],
    });
  });

  test("every faulty item is found, however many there are, with its first ten errors", () => {
    const text = JSON.stringify(Array.from({ length: 20 }, () => 0)).replaceAll("0", "9007199254740993");
    const { items } = parseItems(`{"items":[${Array.from({ length: 300 }, () => text).join()}]}`) as {
      items: FaultyItem[];
    };
    expect(new Set(items.map((item) => item.faults.length))).toEqual(new Set([10]));
  });

  test.each([
    ['{"items":[1e400],"n":9007199254740993}', ["/n"]],
    ['{"items":[{"__proto__":1}],"__proto__":1}', ["/__proto__"]],
    ['{"items":9007199254740993}', ["/items"]],
    ["[9007199254740993]", ["/0"]],
    ['{"__proto__":{"items":[1]}}', ["/__proto__"]],
  ])("%s is rejected for what is outside of its items", (text, pointers) => {
    expect(rejectionOf(text, parseItems).faults.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test("a body that is not JSON or repeats a member is rejected", () => {
    for (const text of ['{"items":[1e400}', '{"items":[{"a":1e400,"a":1}]}']) {
      expect(rejectionOf(text, parseItems).code).toBe("invalid_json");
    }
  });
});
