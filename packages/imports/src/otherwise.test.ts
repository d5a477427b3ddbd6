import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-otherwise-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = { price_currency: { value: "EUR" } };

async function productsIn(lines: readonly string[], mapping: object = EUR) {
  const { products, rows } = await read(lines.join("\n"), { mapping: JSON.stringify(mapping) });
  expect(rows.filter(({ type }) => type === "invalid")).toEqual([]);
  return products;
}

test("a rule reads another column where the first one is empty, in tables and in JSON", async () => {
  const mapping = {
    gtin: { column: "A", otherwise: ["B", "C"], words: { none: "" } },
    brand: { column: "D", otherwise: ["E"], default: "Own" },
  };
  const rows = [
    { sku: "1", A: "4006381333931", B: "", C: "", D: "", E: "Acme" },
    { sku: "2", A: "none", B: "5901234123457", C: "", D: "Best", E: "Acme" },
    { sku: "3", A: "", B: "", C: "9780201379624", D: "", E: "" },
    { sku: "4", A: "", B: "wrong", C: "", D: "", E: "" },
  ];
  const table = ["sku,A,B,C,D,E", ...rows.map((row) => Object.values(row).join(","))].join("\n");
  for (const file of [table, JSON.stringify(rows)]) {
    const {
      plan,
      rows: read_,
      faults,
    } = await read(file, {
      mapping: JSON.stringify({
        ...mapping,
        title: { value: "T" },
        price: { value: "1 EUR" },
        availability: { value: "in_stock" },
      }),
    });
    const bodies = read_.map((row) => (row.type === "product" ? [row.body.gtin, row.body.brand] : row.type));
    expect(bodies).toEqual([
      ["4006381333931", "Acme"],
      ["5901234123457", "Best"],
      ["9780201379624", "Own"],
      [undefined, "Own"],
    ]);
    expect(faults).toMatchObject([{ pointer: "/gtin" }]);
    expect(plan.mapping.gtin).toEqual(mapping.gtin);
  }
});

test("an error names the column that was read, and a missing column is an error", async () => {
  const mapping = { weight: { column: "A", otherwise: ["B"], unit: "kg" } };
  const { faults } = await read("sku,A,B\n1,,heavy", { mapping: JSON.stringify(mapping) });
  expect(faults).toContainEqual(expect.objectContaining({ pointer: "/weight", column: "B", value: "heavy" }));
  const missing = { brand: { column: "A", otherwise: ["Z"] } };
  await expect(read("sku,A\n1,x", { mapping: JSON.stringify(missing) })).rejects.toThrow();
});

test("BigCommerce's and Medusa's GTINs are read from the column that has one", async () => {
  const bigcommerce = [
    "Item,ID,Name,SKU,Price,Inventory Tracking,Current Stock,Global Trade Number,UPC/EAN",
    "Product,1,Cup,C-1,10,product,5,,4006381333931",
    "Product,2,Mug,C-2,10,product,5,5901234123457,",
  ];
  expect((await productsIn(bigcommerce)).map(({ gtin }) => gtin)).toEqual(["4006381333931", "5901234123457"]);
  const medusa = [
    "Product Handle,Product Title,Variant SKU,Variant Barcode,Variant EAN,Variant UPC,Variant Inventory Quantity,Price EUR",
    "cup,Cup,M-1,,4006381333931,,5,10",
    "mug,Mug,M-2,,,036000291452,5,10",
  ];
  expect((await productsIn(medusa, {})).map(({ gtin }) => gtin)).toEqual(["4006381333931", "036000291452"]);
});

test("PrestaShop's price without tax, UPC and summary fill in for what a row lacks", async () => {
  const products = await productsIn([
    "Product ID;Active (0/1);Name*;Price tax included;Price tax excluded;Reference #;EAN13;UPC;Quantity;Summary;Description",
    "1;1;Cup;12.10;10;P-1;4006381333931;;5;Short;Long",
    "2;1;Mug;;10;P-2;;036000291452;5;Short;",
  ]);
  expect(products).toMatchObject([
    { sku: "P-1", price_amount: 12.1, gtin: "4006381333931", description: "Long" },
    { sku: "P-2", price_amount: 10, gtin: "036000291452", description: "Short" },
  ]);
});

test("Shopware's net price is compared with the net list price", async () => {
  const products = await productsIn([
    "id,product_number,name,stock,price_gross,price_net,list_price_gross,list_price_net",
    "a,S-1,Lamp,5,11.90,10,23.80,20",
    "b,S-2,Lamp,5,,10,23.80,20",
    "c,S-3,Lamp,5,,10,11.90,",
  ]);
  expect(products).toMatchObject([
    { sku: "S-1", price_amount: 23.8, sale_price_amount: 11.9 },
    { sku: "S-2", price_amount: 20, sale_price_amount: 10 },
    { sku: "S-3", price_amount: 10 },
  ]);
  expect(products[2]?.sale_price_amount ?? null).toBeNull();
});

test("short descriptions of WooCommerce and Magento, Shopify's type and Saleor's product weight fill in", async () => {
  const woocommerce = [
    "Type,SKU,Name,Published,Regular price,In stock?,Short description,Description",
    "simple,W-1,Cup,1,10,1,Short,",
  ];
  expect(await productsIn(woocommerce)).toMatchObject([{ description: "Short" }]);
  const magento = [
    "sku,attribute_set_code,product_type,name,price,qty,is_in_stock,description,short_description",
    "G-1,Default,simple,Cup,10,5,1,,Short",
  ];
  expect(await productsIn(magento)).toMatchObject([{ description: "Short" }]);
  const shopify = [
    "Handle,Title,Product Category,Type,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker",
    "cup,Cup,,Cups,H-1,10,5,shopify",
    "mug,Mug,Home > Mugs,Mugs,H-2,10,5,shopify",
  ];
  expect((await productsIn(shopify)).map((product) => product.product_category)).toEqual(["Cups", "Home > Mugs"]);
  const saleor = [
    "id,name,variant sku,variant weight,product weight,eu (channel price amount),eu (channel variant currency code),main (warehouse quantity)",
    "1,Cup,L-1,,500.0 g,10,EUR,5",
    "1,Cup,L-2,300.0 g,500.0 g,10,EUR,5",
  ];
  expect(await productsIn(saleor, {})).toMatchObject([
    { weight: { value: 500, unit: "g" } },
    { weight: { value: 300, unit: "g" } },
  ]);
});
