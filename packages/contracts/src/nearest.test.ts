import { expect, test } from "@jest/globals";
import { nearest } from "./nearest.js";

const FIELDS = ["title", "price_amount", "price_currency", "sku"];

test.each([
  ["titel", "title"],
  ["TITLE", "title"],
  ["price_amout", "price_amount"],
  ["priceAmount", "price_amount"],
  ["currency", null],
  ["zzz", null],
  ["", null],
])("%p is a typo of %p", (word, found) => expect(nearest(word, FIELDS)).toBe(found));

test("of two candidates the nearer wins, and a word without candidates has none", () => {
  expect(nearest("colour", ["color", "colors"])).toBe("color");
  expect(nearest("title", [])).toBeNull();
});

test("a hostile word costs nothing: over 64 characters it is not compared", () => {
  expect(nearest("t".repeat(65), ["t".repeat(64)])).toBeNull();
});
