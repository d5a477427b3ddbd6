import { expect, test } from "@jest/globals";
import { bytesText, countText, listText } from "./format.js";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 kB"],
  [1_449_000, "1.45 MB"],
  [5_000_000_000_000, "5,000 GB"],
])("%d bytes are formatted as %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));

test("one uses the singular, every other number the plural", () => {
  expect([0, 1, 2_000].map((count) => countText(count, { one: "row", other: "rows" }))).toEqual([
    "0 rows",
    "1 row",
    "2,000 rows",
  ]);
});

test("parts are listed as the language lists them", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listText)).toEqual(["", "a", "a and b", "a, b, and c"]);
});
