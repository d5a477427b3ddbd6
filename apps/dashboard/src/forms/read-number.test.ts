import { expect, test } from "@jest/globals";
import { numberInput, readNumber } from "./read-number.js";

test.each([
  ["12", 12],
  [" 19.90 ", 19.9],
  ["19,90", 19.9],
  ["19,9", 19.9],
  ["1,234", 1234],
  ["1.234", 1.234],
  ["1,234.50", 1234.5],
  ["1.234,50", 1234.5],
  ["1.234.567", 1_234_567],
  ["1 234,50", 1234.5],
  ["1'234.50", 1234.5],
  ["12,3456", 12.3456],
  ["-5", -5],
])("with a decimal point in the user's format, %j is %d", (text, value) => {
  expect(readNumber(text, ".")).toBe(value);
});

test.each([
  ["19,90", 19.9],
  ["19.90", 19.9],
  ["1,234", 1.234],
  ["1.234", 1234],
  ["1.234,50", 1234.5],
  ["1,234.50", 1234.5],
])("with a decimal comma in the user's format, %j is %d", (text, value) => {
  expect(readNumber(text, ",")).toBe(value);
});

test.each(["", "1e3", "0x10", "many", "19.90 USD", "1 2", "1,23,4", "--1", "Infinity", "1,2.3,4"])(
  "%j is no number",
  (text) => {
    expect([readNumber(text, "."), readNumber(text, ",")]).toEqual([null, null]);
  },
);

test.each([".", ","] as const)("what an input shows with %j is read as the same number", (decimal) => {
  for (const value of [0, 19.9, 1.234, 1234, 1234.5, 0.001, -7.25])
    expect(readNumber(numberInput(value, decimal), decimal)).toBe(value);
});
