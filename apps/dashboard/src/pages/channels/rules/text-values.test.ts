import { expect, test } from "@jest/globals";
import { linesOf, listOf, numberOf, tableOf } from "./text-values.js";

test("a table is typed as lines and read back the same; what is half typed is kept", () => {
  const table = { rot: "red", "sehr blau": "blue", a: "b = c" };
  expect(tableOf(linesOf(table))).toEqual(table);
  expect(tableOf("rot=red\n\ngrün")).toEqual({ rot: "red", grün: "" });
});

test.each([
  ["", undefined],
  [" 7.5 ", 7.5],
  ["a lot", "a lot"],
])("%p is typed for the number %p", (text, value) => expect(numberOf(text)).toBe(value));

test("a list is what stands on lines, without blanks", () => expect(listOf(" a \n\nb")).toEqual(["a", "b"]));
