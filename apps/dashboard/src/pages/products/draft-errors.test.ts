import { expect, test } from "@jest/globals";
import { missingErrors, numberErrors } from "./draft-errors.js";
import { NEW_DRAFT, NEW_PRICE } from "./product-draft.js";

test("all missing fields of a new product are reported at once", () => {
  const pointers = missingErrors({ ...NEW_DRAFT, title: " " }).map(({ pointer }) => pointer);
  expect(pointers).toEqual(["/sku", "/title", "/price_amount", "/price_currency"]);
});

test.each([
  ["19,90", /^write 19\.90$/],
  ["1.234,5", /^write 1234\.5$/],
  ["1,000", /such as 19\.90/],
  ["19.90 USD", /such as 19\.90/],
])("the price %s is answered with the correct notation", (price_amount, sentence) => {
  expect(numberErrors({ ...NEW_DRAFT, price_amount })).toEqual([
    { pointer: "/price_amount", code: "invalid_type", message: expect.stringMatching(sentence) },
  ]);
});

test("valid numbers and empty fields have no errors", () => {
  expect(numberErrors({ ...NEW_DRAFT, price_amount: " 19.90", inventory_quantity: "" })).toEqual([]);
});

test("an invalid amount of a price by market is reported at its own field", () => {
  const prices = [{ ...NEW_PRICE, currency: "EUR", amount: "8,50" }];
  expect(numberErrors({ ...NEW_DRAFT, prices })).toEqual([
    { pointer: "/prices/0/amount", code: "invalid_type", message: "write 8.50" },
  ]);
});
