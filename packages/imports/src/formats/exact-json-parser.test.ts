import { describe, expect, test } from "@jest/globals";
import { createExactJsonParser, JsonError } from "./exact-json-parser.js";

/** Parses a text in two parts; returns the values at the path, or the error with its position. */
function parse(text: string, cut: number, names: readonly string[] = []) {
  const values: unknown[] = [];
  const parser = createExactJsonParser({ names, onValue: ({ value, key }) => values.push([typeof key, value]) });
  let behind = "";
  try {
    for (const part of [text.slice(0, cut), text.slice(cut)]) if (part !== "") behind += parser.write(part);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { values, position: error.position };
  }
  return { values, isEnded: parser.isEnded, ...(behind.trim() !== "" && { behind: behind.trim() }) };
}

const cutsOf = (text: string): readonly number[] => Array.from({ length: text.length + 1 }, (_, cut) => cut);

const ITEMS = [
  { a: 'quote " brace } {', b: { c: [{ d: 1 }, []] } },
  { a: "back\\slash\\\\", é: "ü€" },
  {},
  { n: [1.5, -2e3, true, null] },
];
const items = (separator: string) => ITEMS.map((item) => JSON.stringify(item)).join(separator);

describe("objects are reported wherever the text is cut", () => {
  test.each<[string, string, readonly string[], readonly unknown[]]>([
    ["in the document", `[${items(",")}]`, [], ITEMS],
    ["with white space", ` [ ${items(" ,\r\n\t")} ] \n`, [], ITEMS],
    ["in a member", `{"x":[[{"y":1}]],"s":"[","p":{"q":[${items(", ")}],"r":[{}]}}`, ["p", "q"], ITEMS],
    ["in a member that occurs twice", `{"p":[${items(",")}],"p":[{"z":1}]}`, ["p"], [...ITEMS, { z: 1 }]],
    [
      "next to other values",
      `[{"a":1},2,{"b":[3]},"{",[{}],{"c":4}]`,
      [],
      [{ a: 1 }, 2, { b: [3] }, "{", [{}], { c: 4 }],
    ],
    [
      "below names with points",
      `{"p":{"q":[{"z":1}]},"p.q":{"*":[${items(",")}],"x":[{"z":2}]},"x":{"*":[3]}}`,
      ["p.q", "*"],
      ITEMS,
    ],
    ["below a name of points alone", `{"a":[{"z":1}],"...":[${items(",")}],"b":{"c":{}}}`, ["..."], ITEMS],
    ["none", "[ ]", [], []],
  ])("%s", (_what, text, names, expected) => {
    for (const cut of cutsOf(text)) {
      const all = { values: expected.map((value) => ["number", value]), isEnded: true };
      expect([cut, parse(text, cut, names)]).toEqual([cut, all]);
    }
  });

  test("members of an object, by their names", () => {
    const text = '{"p":{"A":{"x":[1]},"B":{}}}';
    for (const cut of cutsOf(text))
      expect(parse(text, cut, ["p"]).values).toEqual([
        ["string", { x: [1] }],
        ["string", {}],
      ]);
  });
});

test.each([
  ["in an object", '[{"é":1},{"b":?}]', "?"],
  ["in an object without an end", '[{"é":1},{"b":?', "?"],
  ["between objects", '[{"é":1},?{"b":2}]', "?"],
])("an error %s has its position in bytes", (_where, text, character) => {
  const position = Buffer.byteLength(text.slice(0, text.indexOf(character)));
  for (const cut of cutsOf(text)) expect([cut, parse(text, cut).position]).toEqual([cut, position]);
});

test("what is behind the document is returned, wherever the text is cut", () => {
  const text = '[{"é":1}] {"b":2}';
  for (const cut of cutsOf(text))
    expect([cut, parse(text, cut)]).toEqual([
      cut,
      { values: [["number", { é: 1 }]], isEnded: true, behind: '{"b":2}' },
    ]);
});

test.each([
  ["12345678901234567890", "12345678901234567890"],
  ["-1234567890.12345678901", "-1234567890.12345678901"],
  ["1e400", "1e400"],
  ["1E2", 100],
  ["123456789012345", 123_456_789_012_345],
  ["1.50", 1.5],
])("a number that JavaScript would change stays text: %s", (text, value) => {
  expect(parse(`[{"n":${text}}]`, 0).values).toEqual([["number", { n: value }]]);
});

test("an object without its end is not reported", () => {
  expect(parse('[{"a":1},{"b":2', 0)).toEqual({ values: [["number", { a: 1 }]], isEnded: false });
});
