import { expect, test } from "@jest/globals";
import { linesOf, listOf, numberOf, tableOf } from "./text-values.js";

test("a table survives the conversion to lines and back, and incomplete lines are kept", () => {
  const table = { rot: "red", "sehr blau": "blue", a: "b = c" };
  expect(tableOf(linesOf(table))).toEqual(table);
  expect(tableOf("rot=red\n\ngrün")).toEqual({ rot: "red", grün: "" });
});

test.each([
  ["", undefined],
  [" 7.5 ", 7.5],
  ["a lot", "a lot"],
])("%p is parsed as %p", (text, value) => expect(numberOf(text)).toBe(value));

test("a list has one entry per line, without surrounding spaces", () => expect(listOf(" a \n\nb")).toEqual(["a", "b"]));
