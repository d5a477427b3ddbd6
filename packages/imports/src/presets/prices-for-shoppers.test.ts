import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-prices-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

describe("commercetools' prices", () => {
  const product = (sku: string, ...prices: readonly object[]) => ({
    key: sku,
    name: { en: "Cup" },
    masterVariant: { id: 1, sku, prices, availability: { isOnStock: true } },
    variants: [{ id: 2, sku: `${sku}2`, prices, availability: { isOnStock: true } }],
  });
  const precise = (currencyCode: string, centAmount: number, preciseAmount: number, fractionDigits: number) => ({
    value: { type: "highPrecision", currencyCode, centAmount, preciseAmount, fractionDigits },
  });

  test("of high precision have their cents in the minor unit of the currency", async () => {
    const { products, faults } = await read(
      JSON.stringify([
        product("A", precise("EUR", 1230, 12300, 3)),
        product("B", precise("JPY", 3000, 300000, 2)),
        product("C", { ...precise("USD", 2500, 2500123, 5), discounted: precise("USD", 1999, 1998877, 5) }),
        product("D", { value: { type: "centPrecision", currencyCode: "EUR", centAmount: 1230, fractionDigits: 2 } }),
        product("E", { value: { currencyCode: "JPY", centAmount: 3000 } }),
        product("F", { value: { type: "centPrecision", currencyCode: "KWD", centAmount: 3000, fractionDigits: 3 } }),
      ]),
    );
    expect(faults).toEqual([]);
    expect(products.filter(({ sku }) => !String(sku).endsWith("2"))).toMatchObject([
      { sku: "A", price_amount: 12.3, price_currency: "EUR" },
      { sku: "B", price_amount: 3000, price_currency: "JPY" },
      { sku: "C", price_amount: 25, sale_price_amount: 19.99 },
      { sku: "D", price_amount: 12.3 },
      { sku: "E", price_amount: 3000 },
      { sku: "F", price_amount: 3, price_currency: "KWD" },
    ]);
  });

  test("of the CSV end at a time that stands alone", async () => {
    const csv = [
      "productType,variantId,sku,name.en,prices",
      "cups,1,A,Cup,EUR 100~2020-01-01T00:00:00.000Z;EUR 1000",
      "cups,1,B,Cup,JPY 900",
    ].join("\n");
    expect((await read(csv)).products).toMatchObject([
      { sku: "A", price_amount: 10 },
      { sku: "B", price_amount: 900, price_currency: "JPY" },
    ]);
  });
});

describe("Medusa's prices", () => {
  const base = { currency_code: "eur", min_quantity: null, max_quantity: null, price_list_id: null, rules_count: 0 };
  const product = (sku: string, ...prices: readonly object[]) => ({
    title: "Tee",
    handle: sku,
    status: "published",
    variants: [{ sku, manage_inventory: true, inventory_quantity: 5, prices }],
  });
  const shop = { ...base, amount: 19.5 };

  test.each([
    ["from a quantity on", { min_quantity: 10 }],
    ["up to a quantity", { max_quantity: 9 }],
    ["of a price list", { price_list_id: "plist_1" }],
    ["of a price list that is expanded", { price_list: { id: "plist_1" } }],
    ["with rules", { rules: { region_id: "reg_1" } }],
    ["with a count of rules", { rules_count: 1 }],
    ["with a list of rules", { price_rules: [{ attribute: "region_id" }] }],
    ["that are deleted", { deleted_at: "2026-01-01T00:00:00.000Z" }],
  ])("%s are no shop prices, in any order", async (_, more) => {
    const other = { ...base, amount: 9, ...more };
    const abroad = { ...base, amount: 21, currency_code: "usd" };
    const { products, faults } = await read(
      JSON.stringify({
        products: [
          product("A", other, shop),
          product("B", shop, other),
          product("C", shop, abroad, { ...other, currency_code: "usd" }),
        ],
      }),
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", price_amount: 19.5, price_currency: "EUR" },
      { sku: "B", price_amount: 19.5 },
      { sku: "C", price_amount: 19.5, prices: [{ currency: "USD", amount: 21 }] },
    ]);
    expect(products[0]).not.toHaveProperty("prices");
  });

  test("for one piece or more are shop prices", async () => {
    const answer = { products: [product("A", { ...shop, min_quantity: 1 })] };
    expect((await read(JSON.stringify(answer))).products).toMatchObject([{ price_amount: 19.5 }]);
  });
});

test("Shopware's advanced prices, of rules and from a quantity on, are no shop prices", async () => {
  const file = [
    "product_number,name,stock,price_gross,quantity_start,quantity_end,rule_id",
    "A,Tee,5,10.00,10,,",
    "A,Tee,5,12.00,1,9,",
    "B,Cap,5,7.00,1,,rule",
    "B,Cap,5,8.00,,,",
  ].join("\n");
  const { rows, products, faults } = await read(file, { mapping: '{"price_currency":{"value":"EUR"}}' });
  expect(faults).toEqual([]);
  expect(rows.map(({ type }) => type)).toEqual(["skipped", "product", "skipped", "product"]);
  expect(products).toMatchObject([
    { sku: "A", price_amount: 12 },
    { sku: "B", price_amount: 8 },
  ]);
});
