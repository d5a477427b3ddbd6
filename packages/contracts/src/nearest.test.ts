import { expect, test } from "@jest/globals";
import { nearest, nearestName } from "./nearest.js";

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

test("the closer of two candidates wins, and without candidates there is none", () => {
  expect(nearest("colour", ["color", "colors"])).toBe("color");
  expect(nearest("title", [])).toBeNull();
});

test("a word of more than 64 characters is not compared, so that hostile input costs nothing", () => {
  expect(nearest("t".repeat(65), ["t".repeat(64)])).toBeNull();
});

const COLUMNS = ["title", "size", "stripe_product_tax_code", "third_party_tax_code", "video[0].url", "Preis (EUR)"];

test.each([
  ["tax_code", "stripe_product_tax_code"],
  ["Tax Code", "stripe_product_tax_code"],
  ["third_party", "third_party_tax_code"],
  ["stripe_product_tax_cod", "stripe_product_tax_code"],
  ["video", "video[0].url"],
  ["preis", "Preis (EUR)"],
  ["titel", "title"],
  ["tax_cod", null],
  ["x", null],
  ["", null],
])("%p is a part or a typo of the name %p", (name, found) => expect(nearestName(name, COLUMNS)).toBe(found));
