import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isGtin, normalizeGtin } from "./gtin.js";

test.each([
  "3234567890126",
  "09506000134352",
  "4006381333931",
  "036000291452",
  "96385074",
  "698615070527",
  "10856435001702",
])("%s has a correct check digit", (gtin) => expect(isGtin(gtin)).toBe(true));

test.each([
  "123456789543",
  "323456789012",
  "",
  "0",
  "4006381333932",
  "400638133393",
  "0306406152",
  "40063813339312",
  "4006381333931 ",
])("%p is not a GTIN", (text) => expect(isGtin(text)).toBe(false));

test("one changed digit is always detected", () => {
  const position = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(position, fc.integer({ min: 1, max: 9 }), (at, shift) => {
      const digits = [..."4006381333931"].map(Number);
      digits[at] = ((digits[at] ?? 0) + shift) % 10;
      expect(isGtin(digits.join(""))).toBe(false);
    }),
  );
});

test("only spaces and dashes are removed", () => {
  expect(normalizeGtin(" 400-6381 333931 ")).toBe("4006381333931");
  expect(normalizeGtin("40x")).toBe("40x");
});
