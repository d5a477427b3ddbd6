import { expect, test } from "@jest/globals";
import { missingErrors, numberErrors } from "./draft-errors.js";
import { NEW_DRAFT, NEW_PRICE } from "./product-draft.js";

test("all that a new product lacks is named at once", () => {
  const pointers = missingErrors({ ...NEW_DRAFT, title: " " }).map(({ pointer }) => pointer);
  expect(pointers).toEqual(["/sku", "/title", "/price_amount", "/price_currency"]);
});

test.each([
  ["19,90", /^write 19\.90$/],
  ["1.234,5", /^write 1234\.5$/],
  ["1,000", /such as 19\.90/],
  ["19.90 USD", /such as 19\.90/],
])("a price of %s is answered with how prices are written", (price_amount, sentence) => {
  expect(numberErrors({ ...NEW_DRAFT, price_amount })).toEqual([
    { pointer: "/price_amount", code: "invalid_type", message: expect.stringMatching(sentence) },
  ]);
});

test("numbers that can be read, and empty fields, are no faults", () => {
  expect(numberErrors({ ...NEW_DRAFT, price_amount: " 19.90", inventory_quantity: "" })).toEqual([]);
});

test("an amount of a market that cannot be read is answered where it was typed", () => {
  const prices = [{ ...NEW_PRICE, currency: "EUR", amount: "8,50" }];
  expect(numberErrors({ ...NEW_DRAFT, prices })).toEqual([
    { pointer: "/prices/0/amount", code: "invalid_type", message: "write 8.50" },
  ]);
});
