import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-woocommerce-store-api-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const EUR = {
  currency_code: "EUR",
  currency_symbol: "€",
  currency_minor_unit: 2,
  currency_decimal_separator: ",",
  currency_thousand_separator: ".",
  currency_prefix: "",
  currency_suffix: " €",
};
const PRODUCT = {
  id: 34,
  name: "Caf&eacute; Pennant",
  slug: "pennant",
  parent: 0,
  type: "simple",
  variation: "",
  permalink: "https://w.example/product/pennant/",
  sku: "pennant",
  short_description: "<p>Short</p>",
  description: "<p>A <b>pennant</b></p>",
  on_sale: true,
  prices: { price: "1105", regular_price: "1299", sale_price: "1105", price_range: null, ...EUR },
  average_rating: "0",
  review_count: 0,
  images: [{ id: 57, src: "https://w.example/1.jpg", thumbnail: "https://w.example/1-t.jpg", name: "1", alt: "" }],
  categories: [{ id: 18, name: "Decor", slug: "decor", link: "https://w.example/decor/" }],
  tags: [{ id: 3, name: "new", slug: "new" }],
  brands: [{ id: 9, name: "Acme" }],
  attributes: [
    { id: 1, name: "Material", taxonomy: "pa_material", has_variations: false, terms: [{ id: 1, name: "Wool" }] },
  ],
  variations: [],
  has_options: false,
  is_purchasable: true,
  is_in_stock: true,
  is_on_backorder: false,
  low_stock_remaining: null,
  add_to_cart: { text: "Add to cart", url: "?add-to-cart=34", minimum: 1, maximum: 9999, multiple_of: 1 },
};

test("products of WooCommerce's Store API are read without a mapping, with amounts in minor units", async () => {
  const { plan, rows, products, faults, questions } = await read(
    JSON.stringify([
      PRODUCT,
      { ...PRODUCT, id: 40, sku: "TEE", type: "variable", has_options: true },
      {
        ...PRODUCT,
        id: 41,
        sku: "TEE-R",
        parent: 40,
        type: "variation",
        variation: "Color: Red, dark, Size: L",
        attributes: [],
        prices: {
          ...EUR,
          price: "500",
          regular_price: "500",
          sale_price: "500",
          currency_code: "JPY",
          currency_minor_unit: 0,
        },
        is_on_backorder: true,
      },
      { ...PRODUCT, id: 42, sku: "LINK", type: "external", is_purchasable: false },
      { ...PRODUCT, id: 43, sku: "GONE", is_in_stock: false },
    ]),
  );
  expect([plan.records, faults, questions]).toEqual(["woocommerce", [], []]);
  expect(rows.map(({ type }) => type)).toEqual(["product", "skipped", "product", "product", "product"]);
  expect(products[0]).toEqual({
    sku: "pennant",
    title: "Café Pennant",
    description: "A pennant",
    url: "https://w.example/product/pennant/",
    image_url: "https://w.example/1.jpg",
    price_amount: 12.99,
    sale_price_amount: 11.05,
    price_currency: "EUR",
    availability: "in_stock",
    product_category: "Decor",
    brand: "Acme",
    tags: ["new"],
    material: "Wool",
    custom_attributes: { Material: "Wool" },
  });
  expect(products.slice(1)).toMatchObject([
    {
      sku: "TEE-R",
      item_group_id: "id:40",
      variant_options: { Color: "Red, dark", Size: "L" },
      price_amount: 500,
      sale_price_amount: null,
      price_currency: "JPY",
      availability: "backorder",
    },
    { sku: "LINK", availability: "out_of_stock" },
    { sku: "GONE", availability: "out_of_stock" },
  ]);
});

test("a product of the Store API without a SKU can have its id", async () => {
  const { questions } = await read(JSON.stringify([PRODUCT, { ...PRODUCT, id: 35, sku: "" }]));
  expect(questions).toMatchObject([{ code: "sku", answers: [{ label: "Use id, such as 35" }, {}] }]);
});
