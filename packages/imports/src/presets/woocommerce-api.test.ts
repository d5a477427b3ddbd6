import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-woocommerce-api-"));
afterAll(() => rmSync(folder, { recursive: true }));
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const read = readFileWith(folder);
const readAnswer = (...products: readonly object[]) => read(JSON.stringify(products), EUR);

const PRODUCT = {
  id: 7,
  name: "Hoodie",
  type: "simple",
  status: "publish",
  catalog_visibility: "visible",
  description: "<p>Warm</p>",
  sku: "W1",
  global_unique_id: "4006381333931",
  price: "45.00",
  regular_price: "50.00",
  sale_price: "45.00",
  date_on_sale_from: "2026-12-10T01:00:00",
  date_on_sale_from_gmt: "2026-12-10T00:00:00",
  date_on_sale_to: "2026-12-25T00:59:59",
  date_on_sale_to_gmt: "2026-12-24T23:59:59",
  on_sale: false,
  purchasable: true,
  manage_stock: true,
  stock_quantity: 5,
  stock_status: "instock",
  backorders_allowed: false,
  weight: "",
  dimensions: { length: "", width: "", height: "" },
  parent_id: 0,
  categories: [{ id: 1, name: "Tops" }],
  tags: [{ id: 3, name: "new" }],
  brands: [{ id: 4, name: "Acme" }],
  images: [{ id: 4, src: "https://w.example/1.jpg" }],
  attributes: [{ id: 0, name: "Material", variation: false, options: ["Cotton", "Wool"] }],
  variations: [],
};

test("a product of WooCommerce's API has its sale in its period, and names of categories, tags and brands", async () => {
  const { plan, products, faults, questions } = await readAnswer(PRODUCT, {
    ...PRODUCT,
    sku: "W2",
    sale_price: "",
    categories: [],
  });
  expect([plan.records, faults, questions]).toEqual(["woocommerce", [], []]);
  const requested = await read(JSON.stringify([PRODUCT]), { ...EUR, preset: "woocommerce" });
  expect(requested.products).toEqual(products.slice(0, 1));
  expect(products).toMatchObject([
    {
      sku: "W1",
      title: "Hoodie",
      description: "Warm",
      gtin: "4006381333931",
      price_amount: 50,
      sale_price_amount: 45,
      sale_price_starts_at: "2026-12-10T00:00:00Z",
      sale_price_ends_at: "2026-12-24T23:59:59Z",
      status: "active",
      availability: "in_stock",
      inventory_quantity: 5,
      product_category: "Tops",
      tags: ["new"],
      brand: "Acme",
      image_url: "https://w.example/1.jpg",
      custom_attributes: { Material: "Cotton, Wool" },
    },
    { sku: "W2", price_amount: 50, sale_price_amount: null, sale_price_starts_at: null },
  ]);
});

test.each([
  ["hidden in the catalog", { catalog_visibility: "hidden" }, "in_stock", "draft"],
  ["found only by search", { catalog_visibility: "search" }, "in_stock", "active"],
  ["private", { status: "private" }, "in_stock", "draft"],
  ["of another shop", { type: "external" }, "out_of_stock", "active"],
  ["not purchasable", { purchasable: false }, "out_of_stock", "active"],
  ["without stock", { stock_quantity: 0, stock_status: "outofstock" }, "out_of_stock", "active"],
])("a product of WooCommerce's API that is %s", async (_, more, availability, status) => {
  expect((await readAnswer({ ...PRODUCT, ...more })).products).toMatchObject([{ sku: "W1", availability, status }]);
});

test("a product with variations is not sold itself; a variation has its options", async () => {
  const { rows, products, faults } = await readAnswer(
    { ...PRODUCT, type: "variable", variations: [8] },
    {
      ...PRODUCT,
      id: 8,
      type: "variation",
      sku: "W1-R",
      parent_id: 7,
      manage_stock: "parent",
      attributes: [{ id: 1, name: "Color", option: "Red" }],
    },
  );
  expect(faults).toEqual([]);
  expect(rows.map(({ type }) => type)).toEqual(["skipped", "product"]);
  expect(products).toMatchObject([
    { sku: "W1-R", item_group_id: "id:7", variant_options: { Color: "Red" }, color: "Red", inventory_quantity: 5 },
  ]);
});

test.each(["external", "External, virtual"])(
  "a product of another shop in the CSV is out of stock: %s",
  async (type) => {
    const { plan, products, faults } = await read(
      [
        "ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,External URL",
        `1,"${type}",E,Elsewhere,1,1,,20,https://other.example/x`,
        "2,simple,S,Here,1,1,,20,",
      ].join("\n"),
      EUR,
    );
    expect([plan.preset, faults]).toEqual(["woocommerce", []]);
    expect(products).toMatchObject([
      { sku: "E", availability: "out_of_stock", status: "active" },
      { sku: "S", availability: "in_stock" },
    ]);
  },
);

test("the products of a file with a variation keep all of their images, and each has its URL and its sizes", async () => {
  const file = JSON.stringify([
    {
      ...PRODUCT,
      permalink: "https://w.example/product/hoodie/",
      images: [{ src: "https://w.example/1.jpg" }, { src: "https://w.example/2.jpg" }],
      dimensions: { length: "10", width: "5.5", height: "" },
    },
    {
      ...PRODUCT,
      sku: "W1-R",
      type: "variation",
      parent_id: 9,
      images: undefined,
      image: { id: 5, src: "https://w.example/red.jpg" },
      attributes: [{ id: 1, name: "Color", option: "Red" }],
    },
  ]);
  const { questions, faults } = await read(file, EUR);
  expect(questions.map(({ column }) => column)).toEqual(["product_length", "product_width"]);
  expect(faults.map(({ code }) => code)).toEqual(["unit_missing", "unit_missing"]);
  const mapping = Object.assign(
    { price_currency: { value: "EUR" } },
    ...questions.map(({ answers }) => answers[0]?.mapping),
  );
  const { products } = await read(file, { mapping: JSON.stringify(mapping) });
  expect(products).toMatchObject([
    {
      url: "https://w.example/product/hoodie/",
      image_url: "https://w.example/1.jpg",
      additional_image_urls: ["https://w.example/2.jpg"],
      dimensions: { length: 10, width: 5.5, unit: "cm" },
    },
    { sku: "W1-R", image_url: "https://w.example/red.jpg" },
  ]);
});
