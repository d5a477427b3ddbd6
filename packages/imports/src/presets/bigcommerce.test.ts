import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-bigcommerce-csv-"));
afterAll(() => rmSync(folder, { recursive: true }));
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const read = (lines: readonly string[]) => readFileWith(folder)(lines.join("\n"), EUR);

const HEADER = "Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Price,Sale Price,Categories,Is Visible";
const PRODUCT = "Product,77,Shirt,physical,BC,,variant,0,25,0,23;24,TRUE";
const variant = (sku: string, options: string, kind = "Variant") => `${kind},1,,,${sku},"${options}",,5,,,,`;

test.each([
  [
    "that follow without a separator",
    "Type=Rectangle|Name=Color|Value=BlackType=Rectangle|Name=Size|Value=M",
    { Color: "Black", Size: "M" },
  ],
  [
    "with a separator",
    "Type=Rectangle|Name=Color|Value=Black|Type=Rectangle|Name=Size|Value=M",
    { Color: "Black", Size: "M" },
  ],
  ["with the code of a color", "Type=Swatch|Name=Color|Value=Red[#ff0000]", { Color: "Red" }],
  [
    "with several colors of a swatch, before another option",
    "Type=Swatch|Name=Color|Value=Red [#ff0000:#00ff00]Type=Rectangle|Name=Size|Value=M",
    { Color: "Red", Size: "M" },
  ],
  ["with the image of a swatch", "Type=Swatch|Name=Color|Value=Oak[https://b.example/oak.png]", { Color: "Oak" }],
  ["with brackets of their own", "Type=Rectangle|Name=Size|Value=M [slim]", { Size: "M [slim]" }],
])("options %s", async (_, options, expected) => {
  const { products } = await read([HEADER, PRODUCT, variant("A", options), variant("B", options, "SKU")]);
  expect(products).toMatchObject([
    { sku: "A", variant_options: expected, ...("Color" in expected && { color: expected.Color }) },
    { sku: "B", variant_options: expected },
  ]);
  expect(products[0]?.variant_options).toEqual(expected);
});

test("options of older files have no codes of swatches", async () => {
  const { products } = await read([
    "Item Type,Product ID,Product Name,Product Code/SKU,Option Set,Price,Product Visible?,Track Inventory,Current Stock Level,Category",
    "Product,1,Jeans,J,Jeans,60.00,Y,by option,0,Shop/Men;Shop/Sale",
    '  SKU,10,"[CS]Color=Blue:#00f,[RB]Size=32",J-B,,,,,4,',
    '  SKU,11,"[CS]Color=Two tone:#000000:#ffffff,[RB]Ratio=16:9",J-K,,,,,4,',
  ]);
  expect(products).toMatchObject([
    { sku: "J-B", color: "Blue", variant_options: { Color: "Blue", Size: "32" }, product_category: "Shop/Men" },
    { sku: "J-K", color: "Two tone", variant_options: { Color: "Two tone", Ratio: "16:9" } },
  ]);
});

test("the ids of categories are no category", async () => {
  const { plan, products } = await read([HEADER, "Product,78,Hat,physical,H,,none,0,9,,23,TRUE", PRODUCT]);
  expect(plan.mapping).not.toHaveProperty("product_category");
  for (const product of products) expect(product).not.toHaveProperty("product_category");
  const { products: named } = await readFileWith(folder)([HEADER, PRODUCT].join("\n"), {
    mapping: '{"price_currency":{"value":"EUR"},"product_category":"Categories"}',
  });
  expect(named).toMatchObject([{ product_category: "23;24" }]);
});
