import { expect, test } from "@jest/globals";
import { missingErrors, numberErrors } from "./draft-errors.js";
import { NEW_DRAFT, NEW_PRICE } from "./product-draft.js";

test("all missing fields of a new product are reported at once", () => {
  const pointers = missingErrors({ ...NEW_DRAFT, title: " " }).map(({ pointer }) => pointer);
  expect(pointers).toEqual(["/sku", "/title", "/price_amount", "/price_currency"]);
});

test.each([
  ["price_amount", "19.90 USD", /such as 19\.90/],
  ["price_amount", "1e3", /such as 19\.90/],
  ["inventory_quantity", "1e3", /whole number/],
])("the %s %s is answered with the correct notation", (field, typed, sentence) => {
  expect(numberErrors({ ...NEW_DRAFT, [field]: typed })).toEqual([
    { pointer: `/${field}`, code: "invalid_type", message: expect.stringMatching(sentence) },
  ]);
});

test("valid numbers and empty fields have no errors", () => {
  expect(numberErrors({ ...NEW_DRAFT, price_amount: " 19,90", inventory_quantity: "" })).toEqual([]);
});

test("an invalid amount of a price by market is reported at its own field", () => {
  const prices = [{ ...NEW_PRICE, currency: "EUR", amount: "eight" }];
  expect(numberErrors({ ...NEW_DRAFT, prices })).toEqual([
    { pointer: "/prices/0/amount", code: "invalid_type", message: expect.stringMatching(/such as 19\.90/) },
  ]);
});
