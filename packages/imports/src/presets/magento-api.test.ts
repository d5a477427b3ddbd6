import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-magento-api-"));
afterAll(() => rmSync(folder, { recursive: true }));
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const readAnswer = (...items: readonly object[]) =>
  readFileWith(folder)(JSON.stringify({ items, search_criteria: {}, total_count: items.length }), EUR);

const PRODUCT = {
  id: 1,
  sku: "BAG",
  name: "Bag",
  attribute_set_id: 15,
  price: 34,
  status: 1,
  visibility: 4,
  type_id: "simple",
  extension_attributes: {
    website_ids: [1],
    stock_item: { qty: 5, is_in_stock: true, manage_stock: true, backorders: 0 },
  },
  custom_attributes: [
    { attribute_code: "description", value: "<p>Strong</p>" },
    { attribute_code: "special_price", value: "30.00" },
    { attribute_code: "special_from_date", value: "2026-12-10 00:00:00" },
    { attribute_code: "special_to_date", value: "2026-12-20 00:00:00" },
    { attribute_code: "url_key", value: "bag" },
    { attribute_code: "fit", value: "Wide" },
  ],
};

test("a product of Magento's API has its stock, sale and attributes", async () => {
  const { plan, products, faults } = await readAnswer(PRODUCT, { ...PRODUCT, sku: "CAP", custom_attributes: [] });
  expect([plan.records, faults]).toEqual(["magento", []]);
  expect(products).toMatchObject([
    {
      sku: "BAG",
      title: "Bag",
      description: "Strong",
      price_amount: 34,
      sale_price_amount: 30,
      sale_price_starts_at: "2026-12-10T00:00:00Z",
      sale_price_ends_at: "2026-12-20T23:59:59Z",
      availability: "in_stock",
      inventory_quantity: 5,
      status: "active",
      custom_attributes: { fit: "Wide" },
    },
    { sku: "CAP", sale_price_amount: null },
  ]);
  expect(products[0]?.custom_attributes).toEqual({ fit: "Wide" });
});

test.each([
  ["disabled", { status: 2 }, "in_stock", "draft"],
  [
    "in no website",
    { extension_attributes: { ...PRODUCT.extension_attributes, website_ids: [] } },
    "in_stock",
    "draft",
  ],
  ["without stock", { extension_attributes: { stock_item: { qty: 0, is_in_stock: false } } }, "out_of_stock", "active"],
])("a product of Magento's API that is %s", async (_, more, availability, status) => {
  expect((await readAnswer({ ...PRODUCT, ...more })).products).toMatchObject([{ availability, status }]);
});

test("a configurable product of Magento's API is not sold itself", async () => {
  const { rows } = await readAnswer(PRODUCT, { ...PRODUCT, sku: "TEE", type_id: "configurable" });
  expect(rows.map(({ type }) => type)).toEqual(["product", "skipped"]);
});

test("the ids of options are neither a color nor a brand", async () => {
  const { products, faults } = await readAnswer({
    ...PRODUCT,
    custom_attributes: [
      { attribute_code: "color", value: "49" },
      { attribute_code: "size", value: "170" },
      { attribute_code: "material", value: "33,37" },
      { attribute_code: "manufacturer", value: "212" },
      { attribute_code: "ean", value: "4006381333931" },
      { attribute_code: "pattern_name", value: "Dots" },
    ],
  });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ gtin: "4006381333931" }]);
  expect(products[0]?.custom_attributes).toEqual({ ean: "4006381333931", pattern_name: "Dots" });
  for (const field of ["color", "size", "material", "brand"]) expect(products[0]).not.toHaveProperty(field);
});

test("the paths of images need the URL of the shop's media", async () => {
  const entry = (file: string, position: number, more: object = {}) => ({
    media_type: "image",
    file,
    position,
    types: [],
    disabled: false,
    ...more,
  });
  const product = {
    ...PRODUCT,
    media_gallery_entries: [
      entry("/m/b/back.jpg", 3),
      entry("/m/b/hidden.jpg", 1, { disabled: true }),
      entry("/m/b/side.jpg", 2),
      entry("/m/b/front.jpg", 4, { types: ["image", "thumbnail"] }),
    ],
  };
  const { questions } = await readAnswer(product);
  expect(questions).toMatchObject([{ code: "prefix", column: "image" }]);
  const prefix = "https://m.example/media/catalog/product";
  const { products, faults } = await readFileWith(folder)(JSON.stringify({ items: [product] }), {
    mapping: JSON.stringify({ price_currency: { value: "EUR" }, image: { column: "image", prefix } }),
  });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      image_url: `${prefix}/m/b/front.jpg`,
      additional_image_urls: [`${prefix}/m/b/side.jpg`, `${prefix}/m/b/back.jpg`],
    },
  ]);
});

test("a value that the setting of the shop replaces says nothing about the stock of a product of Magento's API", async () => {
  const withStock = (sku: string, stock: object) => ({
    ...PRODUCT,
    sku,
    extension_attributes: { website_ids: [1], stock_item: { qty: 0, is_in_stock: true, ...stock } },
  });
  const { products } = await readAnswer(
    withStock("A", { manage_stock: false, use_config_manage_stock: true }),
    withStock("B", { manage_stock: false, use_config_manage_stock: false }),
    withStock("C", { manage_stock: true, backorders: 1, use_config_backorders: true }),
    withStock("D", { manage_stock: true, backorders: 1, use_config_backorders: false }),
  );
  expect(products.map(({ sku, availability }) => [sku, availability])).toEqual([
    ["A", "out_of_stock"],
    ["B", "in_stock"],
    ["C", "out_of_stock"],
    ["D", "backorder"],
  ]);
});
