import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-bigcommerce-"));
afterAll(() => rmSync(folder, { recursive: true }));
const readAnswer = (...products: readonly object[]) =>
  readFileWith(folder)(JSON.stringify({ data: products, meta: { pagination: { total: products.length } } }), {
    mapping: '{"price_currency":{"value":"USD"},"weight":{"column":"weight","unit":"kg"}}',
  });

const PRODUCT = {
  id: 174,
  name: "Jar",
  sku: "JAR",
  description: "<p>Clear</p>",
  weight: 1,
  price: 7.95,
  sale_price: 5,
  categories: [23, 24],
  inventory_level: 4,
  inventory_tracking: "product",
  is_visible: true,
  availability: "available",
  condition: "New",
  upc: "4006381333931",
  custom_fields: [{ id: 1, name: "Material", value: "Glass" }],
  images: [
    { url_standard: "https://b.example/2.jpg", is_thumbnail: false, sort_order: 0 },
    { url_standard: "https://b.example/1.jpg", is_thumbnail: true, sort_order: 1 },
  ],
  variants: [{ id: 1, product_id: 174, sku: "JAR", price: null, inventory_level: 0, option_values: [] }],
};

test("a product of BigCommerce's API, whose only variant has no options", async () => {
  const { plan, products, faults, questions } = await readAnswer(PRODUCT);
  expect([plan.records, faults, questions]).toEqual(["bigcommerce", [], []]);
  expect(products).toMatchObject([
    {
      sku: "JAR",
      title: "Jar",
      description: "Clear",
      price_amount: 7.95,
      sale_price_amount: 5,
      availability: "in_stock",
      inventory_quantity: 4,
      status: "active",
      condition: "new",
      gtin: "4006381333931",
      material: "Glass",
      weight: { value: 1, unit: "kg" },
      image_url: "https://b.example/1.jpg",
      additional_image_urls: ["https://b.example/2.jpg"],
    },
  ]);
  expect(products[0]).not.toHaveProperty("product_category");
  expect(products[0]).not.toHaveProperty("item_group_id");
});

test.each([
  ["available with no stock that is counted", { inventory_level: 0 }, "out_of_stock", "active"],
  [
    "available with no stock of variants",
    { inventory_level: 0, inventory_tracking: "variant" },
    "out_of_stock",
    "active",
  ],
  ["without a count of its stock", { inventory_level: 0, inventory_tracking: "none" }, "in_stock", "active"],
  ["disabled", { availability: "disabled" }, "out_of_stock", "active"],
  ["disabled and not tracked", { availability: "disabled", inventory_tracking: "none" }, "out_of_stock", "active"],
  ["to be ordered in advance", { availability: "preorder" }, "preorder", "active"],
  ["hidden", { is_visible: false }, "in_stock", "draft"],
])("a product of BigCommerce's API that is %s", async (_, more, availability, status) => {
  const { products } = await readAnswer({ ...PRODUCT, ...more });
  expect(products).toMatchObject([{ sku: "JAR", availability, status }]);
});

test("variants of BigCommerce's API have their own stock and price, otherwise the product's price", async () => {
  const variant = (sku: string, size: string, more: object) => ({
    sku,
    price: null,
    sale_price: null,
    option_values: [{ option_display_name: "Size", label: size }],
    ...more,
  });
  const tracked = { ...PRODUCT, inventory_tracking: "variant" };
  const { products, faults } = await readAnswer(
    {
      ...tracked,
      variants: [
        variant("JAR-S", "S", { inventory_level: 2 }),
        variant("JAR-M", "M", { inventory_level: 0, price: 9, image_url: "https://b.example/m.jpg" }),
        variant("JAR-L", "L", { inventory_level: 3, price: 10, sale_price: 8, purchasing_disabled: true }),
      ],
    },
    { ...PRODUCT, id: 175, variants: [variant("POT-S", "S", { inventory_level: 0 })] },
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "JAR-S",
      item_group_id: "174",
      price_amount: 7.95,
      sale_price_amount: 5,
      inventory_quantity: 2,
      availability: "in_stock",
      variant_options: { Size: "S" },
      size: "S",
    },
    {
      sku: "JAR-M",
      price_amount: 9,
      sale_price_amount: null,
      availability: "out_of_stock",
      image_url: "https://b.example/m.jpg",
    },
    { sku: "JAR-L", price_amount: 10, sale_price_amount: 8, availability: "out_of_stock" },
    { sku: "POT-S", inventory_quantity: 4, availability: "in_stock" },
  ]);
});
