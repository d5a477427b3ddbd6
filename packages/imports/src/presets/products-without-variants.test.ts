import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-variants-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const price = { value: { currencyCode: "EUR", centAmount: 1990, fractionDigits: 2 } };
const cup = (sku: string) => ({
  id: `id-${sku}`,
  name: { en: "Cup" },
  masterVariant: { id: 1, sku, prices: [price], availability: { isOnStock: true } },
  variants: [],
});

test.each([
  ["an answer", (products: readonly object[]) => JSON.stringify({ limit: 20, results: products })],
  ["a list", (products: readonly object[]) => JSON.stringify(products)],
  ["lines", (products: readonly object[]) => products.map((product) => JSON.stringify(product)).join("\n")],
])("commercetools' products with a master variant only are products: %s", async (_, write) => {
  const { plan, products, faults } = await read(write([cup("A"), cup("B")]));
  expect([plan.records, faults]).toEqual(["commercetools", []]);
  expect(products).toMatchObject([
    { sku: "A", price_amount: 19.9 },
    { sku: "B", price_amount: 19.9 },
  ]);
});

const VARIANTS: [string, object, object][] = [
  ["acp", { id: "P", title: "Hoodie" }, { id: "A", title: "Hoodie S", price: { amount: 1999, currency: "EUR" } }],
  ["shopify", { handle: "hoodie", title: "Hoodie" }, { sku: "A", option1: "S", price: "19.99" }],
  ["medusa", { handle: "hoodie", title: "Hoodie" }, { sku: "A", manage_inventory: false, options: [] }],
  ["saleor", { name: "Hoodie", slug: "hoodie" }, { sku: "A", quantityAvailable: 5 }],
];

test.each(VARIANTS)("a product without variants among others counts as skipped: %s", async (name, product, variant) => {
  const sold = { ...product, variants: [variant] };
  const file = [{ ...product, variants: [] }, sold].map((one) => JSON.stringify(one)).join("\n");
  const { plan, rows } = await read(file);
  expect(plan.records).toBe(name);
  expect(rows).toMatchObject([
    { type: "skipped", line: 1 },
    { type: "product", line: 2, body: { sku: "A" } },
  ]);
});

test.each(VARIANTS)(
  "products that have no variants are not taken for those of a shop with variants: %s",
  async (_, form) => {
    const product = { ...form, title: "Hoodie", price: "19.99 EUR", availability: "in stock", variants: [] };
    const { plan, products } = await read(JSON.stringify([1, 2].map((sku) => ({ ...product, sku: `S${sku}` }))));
    expect(plan.records).toBeUndefined();
    expect(products).toMatchObject([{ sku: "S1", price_amount: 19.99 }, { sku: "S2" }]);
  },
);
