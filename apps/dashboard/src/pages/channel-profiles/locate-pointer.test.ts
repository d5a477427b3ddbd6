import { describe, expect, test } from "@jest/globals";
import { lineOf, locatePointer } from "./locate-pointer.js";
import { patchBetween } from "./profile-draft.js";

const TEXT = `{
  "title": "a \\"quoted\\" title, with } and ]",
  "columns": [
    { "name": "id", "max": 5 },
    { "name": "a/b", "words": {} }
  ],
  "x/y": [1, [2, 3]]
}`;

describe("the range of a pointer", () => {
  test.each([
    ["/title", '"a \\"quoted\\" title, with } and ]"'],
    ["/columns/0/max", "5"],
    ["/columns/1", '{ "name": "a/b", "words": {} }'],
    ["/columns/1/words", "{}"],
    ["/x~1y/1/0", "2"],
    ["/columns/1/missing", '{ "name": "a/b", "words": {} }'],
    ["/columns/9/name", TEXT.slice(TEXT.indexOf("[\n"), TEXT.indexOf('],\n  "x') + 1)],
    ["", TEXT],
  ])("%s", (pointer, value) => {
    const { start, end } = locatePointer(TEXT, pointer);
    expect(TEXT.slice(start, end)).toBe(value);
  });

  test("is on the line that an editor shows", () => {
    expect(lineOf(TEXT, locatePointer(TEXT, "/columns/1/name").start)).toBe(5);
  });
});

test("a patch between two definitions removes, changes and adds members, and replaces lists", () => {
  const before = { title: "a", files: { csv: { quote: "'" }, xml: {} }, columns: [1, 2], values: { date: "DD" } };
  const after = { title: "b", files: { csv: { delimiter: ";" } }, columns: [1], checks: [] };
  expect(patchBetween(before, after)).toEqual({
    title: "b",
    files: { csv: { quote: null, delimiter: ";" }, xml: null },
    columns: [1],
    values: null,
    checks: [],
  });
});
