import { expect, test } from "@jest/globals";
import { publicProductsOf } from "./public-product.js";

const show = publicProductsOf(
  {
    id: "ch_1",
    profile: "generic",
    definition: null,
    market: { country: "US", currency: "USD", language: "en" },
    defaults: {},
    rules: [],
  },
  new Date("2026-12-01"),
);
const PRODUCT = {
  sku: "A",
  title: "Lamp",
  price: "29.90 EUR",
  price_amount: 29.9,
  price_currency: "EUR",
  sale_price_amount: 19.9,
  availability: "in_stock",
  prices: [{ currency: "USD", amount: 31.5 }],
};
const shown = (more: object = {}) =>
  show({ catalogId: "ch_1", sku: "A", doc: JSON.stringify({ ...PRODUCT, ...more }) });

test("a product with a price for the market shows that price, and no sale of another one", () => {
  expect(shown()?.fields).toStrictEqual({
    sku: "A",
    title: "Lamp",
    price: "31.50 USD",
    price_amount: 31.5,
    price_currency: "USD",
    availability: "in_stock",
  });
});

test("the id in a product's row is given if it is not the SKU", () => {
  expect(shown()?.rowId).toBeNull();
  expect(shown({ channel_overrides: { ch_1: { sku: "B" } } })?.rowId).toBe("B");
});
