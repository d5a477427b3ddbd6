import { expect, test } from "@jest/globals";
import { canBeEqual, FILE_NAME, isDated, withDates } from "./dated-names.js";

test.each([
  ["products.csv", true, false],
  ["products-{date:YYYYMMDD}.csv", true, true],
  ["{date:YYYY-MM-DD}_{date:HHmmss}.csv.gz", true, true],
  ["products-{date:}.csv", false, false],
  ["products-{date:-YYYY}.csv", false, false],
  ["products-{date:YYYY.MM}.csv", false, false],
  ["products-{date:YYYY/MM}.csv", false, false],
  ["products-{date:Day}.csv", false, false],
  ["products-{time:HHmm}.csv", false, false],
  ["products-{date:YYYY.csv", false, false],
  ["../{date:YYYY}.csv", false, false],
  [".{date:YYYY}.csv", false, false],
])("%s: is a file name %s, is dated %s", (name, isName, dated) => {
  expect(FILE_NAME.test(name)).toBe(isName);
  if (isName) expect(isDated(name)).toBe(dated);
});

test("every placeholder is replaced", () => {
  expect(withDates("a-{date:YYYY}_{date:HHmm}.csv", (pattern) => `<${pattern}>`)).toBe("a-<YYYY>_<HHmm>.csv");
});

test.each([
  ["a.csv", "a.csv", true],
  ["a-1.csv", "a-2.csv", false],
  ["a-{date:YYYYMMDD}.csv", "a-{date:DDMMYYYY}.csv", true],
  ["a-{date:YYYYMMDD}.csv", "a-20261127.csv", true],
  ["a-{date:YYYYMMDD}.csv", "b-20261127.csv", false],
  ["a-{date:YYYYMMDD}.csv", "a-{date:YYYYMMDD_HH}.csv", false],
])("%s and %s can be the same: %s", (one, other, expected) => {
  expect(canBeEqual(one, other)).toBe(expected);
  expect(canBeEqual(other, one)).toBe(expected);
});

/** A test that takes longer than its time limit shows that each YYYY was tried as YY, too. */
test("a long name with a placeholder that is not closed is none", () => {
  expect(FILE_NAME.test(`{date:${"Y".repeat(500_000)}x`)).toBe(false);
  expect(withDates(`{date:${"Y".repeat(500_000)}x`, () => "")).toContain("{date:");
});
