import { expect, test } from "@jest/globals";
import { withCatalogCurrency } from "./with-catalog-currency.js";

const answer = (label: string) => ({ label, mapping: { price_currency: { value: label } } });
const asked = {
  code: "currency",
  column: "Variant Price",
  message: "Which currency are the prices in? No column contains a currency.",
  answers: ["EUR", "USD", "GBP"].map(answer),
};

test("the currency of the catalog is the first answer to the question for the currency", () => {
  expect(withCatalogCurrency(asked, "CHF").answers).toEqual(["CHF", "EUR", "USD", "GBP"].map(answer));
  expect(withCatalogCurrency(asked, "USD").answers).toEqual(["USD", "EUR", "GBP"].map(answer));
});

test("other questions, and the meaning of a currency sign, keep their answers", () => {
  const sign = { ...asked, message: "Which currency does $ stand for?" };
  for (const question of [sign, { ...asked, code: "sku" }]) expect(withCatalogCurrency(question, "CHF")).toBe(question);
  expect(withCatalogCurrency(asked, null)).toBe(asked);
});
