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
