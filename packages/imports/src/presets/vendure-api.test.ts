import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-vendure-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const PRODUCT = {
  id: "1",
  name: "Laptop",
  slug: "laptop",
  description: "<p>Fast</p>",
  enabled: true,
  featuredAsset: { preview: "https://v.example/preview.jpg", source: "https://v.example/source.jpg" },
  facetValues: [{ name: "Apple", facet: { name: "Brand" } }],
  collections: [{ name: "Computers" }],
};
const VARIANT = {
  id: "1",
  sku: "V1",
  name: "Laptop 13",
  price: 129_900,
  priceWithTax: 155_880,
  currencyCode: "USD",
  stockLevel: "IN_STOCK",
  options: [{ name: "13 inch", group: { name: "Screen size" } }],
};
const productsOf = (...variants: object[]) =>
  JSON.stringify({ data: { products: { items: [{ ...PRODUCT, variants }] } } });

test("variants of products have the price with tax in major units, options, facets and pictures", async () => {
  const { plan, products, faults, questions } = await read(
    productsOf(VARIANT, { ...VARIANT, id: "2", sku: "V2", stockLevel: "OUT_OF_STOCK", enabled: false }),
  );
  expect([plan.preset, faults, questions]).toEqual(["vendure", [], []]);
  expect(products).toMatchObject([
    {
      sku: "V1",
      title: "Laptop",
      description: "Fast",
      item_group_id: "laptop",
      price_amount: 1558.8,
      price_currency: "USD",
      availability: "in_stock",
      status: "active",
      brand: "Apple",
      product_category: "Computers",
      image_url: "https://v.example/source.jpg",
      variant_options: { "Screen size": "13 inch" },
    },
    { sku: "V2", availability: "out_of_stock", status: "draft" },
  ]);
});

test("a net price alone is asked about, and never published as it is", async () => {
  const { priceWithTax: _gross, ...net } = VARIANT;
  const { plan, questions } = await read(productsOf(net));
  expect([plan.preset, questions.map(({ code }) => code)]).toEqual(["vendure", ["net_price"]]);
});

test("stock is what is not allocated, and the more cautious of state and count counts", async () => {
  const variants = [
    { ...VARIANT, stockOnHand: 5, stockAllocated: 5 },
    { ...VARIANT, sku: "V2", stockOnHand: 5, stockAllocated: 2, stockLevel: "OUT_OF_STOCK" },
    {
      ...VARIANT,
      sku: "V3",
      stockLevels: [
        { stockOnHand: 4, stockAllocated: 1 },
        { stockOnHand: 2, stockAllocated: 0 },
      ],
    },
    { ...VARIANT, sku: "V4", stockOnHand: 0, trackInventory: "FALSE" },
    { ...VARIANT, sku: "V5", stockLevel: "0" },
  ];
  for (const text of [productsOf(...variants), JSON.stringify({ data: { productVariants: { items: variants } } })]) {
    const { plan, products } = await read(text);
    expect(plan.preset).toBe("vendure");
    expect(products).toMatchObject([
      { sku: "V1", availability: "out_of_stock", inventory_quantity: 0 },
      { sku: "V2", availability: "out_of_stock" },
      { sku: "V3", availability: "in_stock", inventory_quantity: 5 },
      { sku: "V4", availability: "in_stock" },
      { sku: "V5", availability: "out_of_stock", inventory_quantity: 0 },
    ]);
  }
});
