import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createRowReader } from "../product-reader.js";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-shopify-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = { price_currency: { value: "EUR" } };

/** The two generations of Shopify's columns. */
const NAMES = {
  older: {
    handle: "Handle",
    title: "Title",
    body: "Body (HTML)",
    vendor: "Vendor",
    type: "Type",
    tags: "Tags",
    published: "Published",
    status: "Status",
    name1: "Option1 Name",
    value1: "Option1 Value",
    name2: "Option2 Name",
    value2: "Option2 Value",
    sku: "Variant SKU",
    grams: "Variant Grams",
    tracker: "Variant Inventory Tracker",
    qty: "Variant Inventory Qty",
    policy: "Variant Inventory Policy",
    price: "Variant Price",
    before: "Variant Compare At Price",
    barcode: "Variant Barcode",
    image: "Image Src",
    position: "Image Position",
    own: "Variant Image",
    cost: "Cost per item",
  },
  current: {
    handle: "URL handle",
    title: "Title",
    body: "Description",
    vendor: "Vendor",
    type: "Type",
    tags: "Tags",
    published: "Published on online store",
    status: "Status",
    name1: "Option1 name",
    value1: "Option1 value",
    name2: "Option2 name",
    value2: "Option2 value",
    sku: "SKU",
    grams: "Weight value (grams)",
    tracker: "Inventory tracker",
    qty: "Inventory quantity",
    policy: "Continue selling when out of stock",
    price: "Price",
    before: "Compare-at price",
    barcode: "Barcode",
    image: "Product image URL",
    position: "Image position",
    own: "Variant image URL",
    cost: "Cost per item",
  },
} as const;
type Column = keyof (typeof NAMES)["older"];
type Row = Partial<Record<Column, string>>;
type Generation = keyof typeof NAMES;

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
function fileOf(generation: Generation, rows: readonly Row[]): string {
  const names = NAMES[generation];
  const columns = Object.keys(names) as Column[];
  const lines = [
    columns.map((column) => names[column]),
    ...rows.map((row) => columns.map((column) => row[column] ?? "")),
  ];
  return lines.map((line) => line.map(cell).join()).join("\n");
}

const USD = { mapping: '{"price_currency":{"value":"USD"}}' };
const TEE: Row = {
  handle: "tee",
  title: "Tee",
  body: "<p>Soft &amp; <b>warm</b></p>",
  vendor: "Acme",
  type: "Shirts",
  tags: "red, soft",
  published: "true",
  status: "Active",
  name1: "Color",
  value1: "Red",
  name2: "Size",
  value2: "M",
  sku: "T-1",
  grams: "250",
  tracker: "shopify",
  qty: "3",
  policy: "deny",
  price: "19.90",
  before: "29.90",
  barcode: "4006381333931",
  image: "https://cdn.example/2.jpg",
  position: "2",
  cost: "7.50",
};
const SECOND: Row = {
  handle: "tee",
  value1: "Blue",
  value2: "L",
  sku: "T-2",
  grams: "300",
  tracker: "shopify",
  qty: "0",
  policy: "continue",
  price: "19.90",
  own: "https://cdn.example/blue.jpg",
  image: "https://cdn.example/1.jpg",
  position: "1",
};
const MORE: Row = { handle: "tee", image: "https://cdn.example/3.jpg", position: "3" };

test("Shopify's metafields are custom attributes of all variants, and its age groups are understood", async () => {
  const file = [
    "Title,URL handle,SKU,Option1 name,Option1 value,Price,Inventory quantity,Continue selling when out of stock,Product image URL,Care guide (product.metafields.custom.care_guide),Google Shopping / Age group",
    "Tee,tee,T-1,Size,S,5.00,1,DENY,,Wash cold,Adult (13+ years old)",
    ",tee,T-2,,M,5.00,1,DENY,,,",
  ].join("\n");
  const { plan, products, faults } = await read(file, USD);
  expect([plan.preset, faults]).toEqual(["shopify", []]);
  const same = { custom_attributes: { "Care guide": "Wash cold" }, age_group: "adult" };
  expect(products).toMatchObject([
    { sku: "T-1", ...same },
    { sku: "T-2", ...same },
  ]);
});

test("Shopify's measures for the price per unit, and the MPN of the current template", async () => {
  const file = [
    "Title,URL handle,SKU,Option1 name,Option1 value,Price,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Inventory quantity,Google Shopping / Manufacturer part number (MPN)",
    "Oil,oil,O-1,Size,500 ml,5.00,500,ml,1,l,1,MPN-1",
    "Carpet,carpet,C-1,Title,Default Title,50.00,4,m2,1,m2,1,",
    "Mug,mug,M-1,Title,Default Title,5.00,,,,,1,",
  ].join("\n");
  const { plan, products, faults } = await read(file, USD);
  expect([plan.preset, faults]).toEqual(["shopify", []]);
  expect(products).toMatchObject([
    {
      sku: "O-1",
      mpn: "MPN-1",
      unit_pricing_measure: { value: 500, unit: "ml" },
      unit_pricing_base_measure: { value: 1, unit: "l" },
    },
    { unit_pricing_measure: { value: 4, unit: "sqm" }, unit_pricing_base_measure: { value: 1, unit: "sqm" } },
    { sku: "M-1" },
  ]);
  expect(products[2]).not.toHaveProperty("unit_pricing_measure");
});

describe.each<Generation>(["older", "current"])("Shopify's export with its %s columns", (generation) => {
  const products = async (...rows: Row[]) => (await read(fileOf(generation, rows), USD)).products;

  test("gives each variant the values of the product's first row", async () => {
    const { plan, rows } = await read(fileOf(generation, [TEE, SECOND, MORE]), USD);
    expect(plan.preset).toBe("shopify");
    expect(rows.map(({ type, sku }) => [type, sku])).toEqual([
      ["product", "T-1"],
      ["product", "T-2"],
      ["skipped", null],
    ]);
    const [first, second] = await products(TEE, SECOND, MORE);
    const both = {
      title: "Tee",
      item_group_title: "Tee",
      item_group_id: "tee",
      description: "Soft & warm",
      brand: "Acme",
      product_category: "Shirts",
      tags: ["red", "soft"],
      status: "active",
    };
    expect(first).toMatchObject({
      ...both,
      gtin: "4006381333931",
      cost_amount: 7.5,
      weight: { value: 250, unit: "g" },
    });
    expect(second).toMatchObject(both);
  });

  test("reads the options of each variant", async () => {
    const [first, second] = await products(TEE, SECOND);
    expect(first).toMatchObject({ variant_options: { Color: "Red", Size: "M" }, color: "Red", size: "M" });
    expect(second).toMatchObject({ variant_options: { Color: "Blue", Size: "L" }, color: "Blue", size: "L" });
    const [plain] = await products({ ...TEE, name1: "Title", value1: "Default Title", name2: "", value2: "" });
    expect(plain).toMatchObject({ variant_options: null });
  });

  test("reads a compare-at price above the price as a sale, and ends earlier sales", async () => {
    const [onSale, none] = await products(TEE, { ...SECOND, handle: "hat", title: "Hat" });
    expect(onSale).toMatchObject({ price_amount: 29.9, sale_price_amount: 19.9 });
    expect(none).toMatchObject({ price_amount: 19.9, sale_price_amount: null });
    expect((await products({ ...TEE, before: "19.90" }))[0]).toMatchObject({
      price_amount: 19.9,
      sale_price_amount: null,
    });
  });

  test.each([
    ["is in stock with a positive count", { qty: "3" }, { availability: "in_stock", inventory_quantity: 3 }],
    ["is sold out at 0", { qty: "0" }, { availability: "out_of_stock", inventory_quantity: 0 }],
    ["is sold out below 0", { qty: "-2" }, { availability: "out_of_stock", inventory_quantity: 0 }],
    ["is on backorder at 0 with the policy continue", { qty: "0", policy: "continue" }, { availability: "backorder" }],
    [
      "is in stock if stock is not tracked",
      { qty: "0", tracker: "" },
      { availability: "in_stock", inventory_quantity: null },
    ],
  ])("%s", async (_what, row, product) => {
    expect((await products({ ...TEE, ...row }))[0]).toMatchObject(product);
  });

  test("has all images of the product in their order, and the variant's own image first", async () => {
    const [first, second] = await products(TEE, SECOND, MORE);
    const image = (name: string) => `https://cdn.example/${name}.jpg`;
    expect(first).toMatchObject({ image_url: image("1"), additional_image_urls: [image("2"), image("3")] });
    expect(second).toMatchObject({
      image_url: image("blue"),
      additional_image_urls: [image("1"), image("2"), image("3")],
    });
  });

  test.each([
    [{ status: "Draft" }, "draft"],
    [{ status: "Archived" }, "archived"],
    [{ status: "Unlisted" }, "draft"],
    [{ status: "Active", published: "false" }, "draft"],
    [{ status: "", published: "true" }, "active"],
    [{ status: "", published: "false" }, "draft"],
  ])("has the status of the shop: %j is %s", async (row, status) => {
    expect((await products({ ...TEE, ...row }))[0]).toMatchObject({ status });
  });

  test("a variant without a SKU is an error, not an image row", async () => {
    const { rows } = await read(fileOf(generation, [TEE, { ...SECOND, sku: "" }]), USD);
    expect(rows[1]).toMatchObject({ type: "invalid", faults: [expect.objectContaining({ pointer: "/sku" })] });
  });

  test("asks for the currency, which no column has", async () => {
    const { questions } = await read(fileOf(generation, [TEE]));
    expect(questions).toMatchObject([
      { code: "currency", answers: expect.arrayContaining([expect.objectContaining({ label: "USD" })]) },
    ]);
  });
});

test("an export without quantities leads to a question, and its answer applies to tracked variants", async () => {
  const file = [
    "Handle,Title,Variant SKU,Variant Inventory Tracker,Variant Inventory Policy,Variant Price",
    "cup,Cup,Q-1,shopify,deny,10",
    "mug,Mug,Q-2,,deny,10",
  ].join("\n");
  const { plan, questions, products } = await read(file, { mapping: JSON.stringify(EUR) });
  expect(questions).toMatchObject([{ code: "availability", column: null }]);
  expect(products.map(({ availability }) => availability)).toEqual([undefined, "in_stock"]);
  // No column is to blame for a missing availability, such as that of the policy.
  const missing = { pointer: "/availability", code: "required", message: "is required" };
  expect(createRowReader(plan).columnOf(missing)).toBeUndefined();
  const answer = JSON.stringify({ ...EUR, ...questions[0]?.answers[1]?.mapping });
  const answered = await read(file, { mapping: answer });
  expect(answered.products).toMatchObject([{ availability: "out_of_stock" }, { availability: "out_of_stock" }]);
  expect(answered.questions).toEqual([]);
  const untracked = file.replace("shopify", "");
  expect((await read(untracked, { mapping: JSON.stringify(EUR) })).questions).toEqual([]);
});

test("a condition and labels on the first row of a product apply to all of its variants", async () => {
  const file = [
    "Handle,Title,Variant SKU,Variant Inventory Qty,Variant Inventory Tracker,Variant Price,Google Shopping / Condition,Google Shopping / Custom Label 0",
    "cup,Cup,C-1,5,shopify,10,used,Sale",
    "cup,,C-2,5,shopify,10,,",
    "mug,Mug,C-3,5,shopify,10,,",
  ].join("\n");
  const { products } = await read(file, { mapping: JSON.stringify(EUR) });
  expect(products.map(({ condition, custom_labels: labels }) => [condition, labels])).toEqual([
    ["used", ["Sale"]],
    ["used", ["Sale"]],
    [undefined, undefined],
  ]);
});

test("the export of the inventory: what all locations together can sell", async () => {
  const file = [
    "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)",
    "cup,Cup,Title,Default Title,I-1,,,Berlin,,0,0,2,3,5,",
    "cup,Cup,Title,Default Title,I-1,,,Paris,,0,0,0,4,4,",
    "mug,Mug,Title,Default Title,I-2,,,Berlin,,0,0,5,0,5,",
    "mug,Mug,Title,Default Title,I-2,,,Paris,,not stocked,not stocked,not stocked,not stocked,not stocked,",
  ].join("\n");
  const mapping = JSON.stringify({ ...EUR, price_amount: { value: "10" } });
  const { plan, products, faults } = await read(file, { mapping });
  expect([plan.preset, faults]).toEqual(["shopify", []]);
  expect(products).toMatchObject([
    { sku: "I-1", inventory_quantity: 7, availability: "in_stock" },
    { sku: "I-2", inventory_quantity: 0, availability: "out_of_stock" },
  ]);
});

test("the current export has the part number and the unit price of a variant", async () => {
  const columns =
    "Title,URL handle,SKU,Option1 name,Option1 value,Price,Inventory quantity,Inventory tracker,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Google Shopping / Manufacturer part number (MPN)";
  const { plan, products, faults } = await read(
    [columns, "Oil,oil,O-1,Size,750 ml,9.90,3,shopify,750,ml,1,l,MPN-1", ",oil,O-2,,1 l,12.90,3,shopify,,,,,"].join(
      "\n",
    ),
    { mapping: '{"price_currency":{"value":"EUR"}}' },
  );
  expect([plan.preset, faults]).toEqual(["shopify", []]);
  expect(products).toMatchObject([
    {
      sku: "O-1",
      mpn: "MPN-1",
      unit_pricing_measure: { value: 750, unit: "ml" },
      unit_pricing_base_measure: { value: 1, unit: "l" },
    },
    { sku: "O-2" },
  ]);
  expect(products[1]).not.toHaveProperty("unit_pricing_measure");
});
