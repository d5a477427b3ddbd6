import { describe, expect, test } from "@jest/globals";
import { productBodySchema } from "@skucast/contracts/products/product";
import { CHANGEABLE, CLEARABLE, changeFile, changeOf } from "./change-file.js";

describe("a bulk change", () => {
  test("is a valid product patch", () => {
    const price = changeOf({ field: "price_amount", value: " 17.50 ", currency: "EUR" });
    expect(price).toEqual({ price_amount: 17.5, price_currency: "EUR" });
    expect(productBodySchema.safeParse(price).success).toBe(true);
  });

  test.each(CHANGEABLE)("clears %s when the value is empty, or is rejected if the field is required", (field) => {
    const change = changeOf({ field, value: " ", currency: "EUR" });
    expect(productBodySchema.safeParse(change).success).toBe(CLEARABLE.includes(field));
  });

  test("is rejected if the number is invalid", () => {
    const change = changeOf({ field: "inventory_quantity", value: "many", currency: "" });
    expect(productBodySchema.safeParse(change).success).toBe(false);
  });
});

test("the file lists every SKU with its values, and the query maps every column", () => {
  const { text, query } = changeFile([
    { sku: "A", brand: null, availability: "in_stock" },
    { sku: 'B "2", x', brand: "Acme", availability: "in_stock" },
  ]);
  expect(text).toBe('sku,brand,availability\n"A","","in_stock"\n"B ""2"", x","Acme","in_stock"\n');
  expect(JSON.parse(query.mapping)).toEqual({ sku: "sku", brand: "brand", availability: "availability" });
  expect(query).toMatchObject({ format: "csv", guess: "false", empty_cells: "clear" });
});
