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

const OLDER =
  "Product ID,Item Type,Product Name,Product Code/SKU,Option Set,Price,Sale Price,Allow Purchases?,Product Visible?,Track Inventory,Current Stock Level,Stop Processing Rules,GPS Global Trade Item Number,GPS Manufacturer Part Number,GPS Gender,GPS Age Group,GPS Color,GPS Material,Product Custom Fields";
const older = (cells: Readonly<Record<string, string>>): string =>
  OLDER.split(",")
    .map((name) => `"${(cells[name] ?? "").replaceAll('"', '""')}"`)
    .join(",");
const JEANS = {
  "Product ID": "1",
  "Item Type": "Product",
  "Product Name": "Jeans",
  "Option Set": "Jeans",
  Price: "60.0000",
  "Sale Price": "50.0000",
  "Allow Purchases?": "Y",
  "Product Visible?": "Y",
  "Track Inventory": "by option",
};
const sku = (code: string, name: string) =>
  older({ "Item Type": "  SKU", "Product Name": name, "Product Code/SKU": code, "Current Stock Level": "4" });
const rule = (cells: Readonly<Record<string, string>>) => older({ "Item Type": "  Rule", ...cells });

test("rules of older files change the price of the SKUs and options that they name", async () => {
  const { products, faults } = await read([
    OLDER,
    older(JEANS),
    sku("J-30", "[CS]Color=Blue:#00f,[RB]Size=30"),
    sku("J-32", "[CS]Color=Blue:#00f,[RB]Size=32"),
    sku("J-34", "[CS]Color=Red:#f00,[RB]Size=34"),
    sku("J-36", "[CS]Color=Red:#f00,[RB]Size=36"),
    sku("J-38", "[CS]Color=Green:#0f0,[RB]Size=38"),
    rule({ "Product Code/SKU": "J-30", Price: "[FIXED]19", "Stop Processing Rules": "Y" }),
    rule({ "Product Name": "[RB]Size=30,Size=32", Price: "[ADD]2.50" }),
    rule({ "Product Name": "[CS]Color=Red:#f00,[RB]Size=34", Price: "[REMOVE]5" }),
    rule({ "Product Name": "[RB]Size=36", "Allow Purchases?": "N" }),
    rule({ "Product Name": "[CB]Gift wrap=Yes", Price: "[ADD]9" }),
    older({ ...JEANS, "Product ID": "2", "Product Code/SKU": "CAP", "Track Inventory": "none" }),
  ]);
  expect(faults).toEqual([]);
  expect(
    products.map((product) => [product.sku, product.price_amount, product.sale_price_amount, product.availability]),
  ).toEqual([
    ["J-30", 19, null, "in_stock"],
    ["J-32", 62.5, 52.5, "in_stock"],
    ["J-34", 55, 45, "in_stock"],
    ["J-36", 60, 50, "out_of_stock"],
    ["J-38", 60, 50, "in_stock"],
    ["CAP", 60, 50, "in_stock"],
  ]);
});

test.each(["[ADDPERCENT]10", "[FIXED]", "[ADD]?", "5", "[REMOVE]61"])(
  "a price that a rule changes in an unknown way, %s, is no price",
  async (price) => {
    const { products, faults } = await read([
      OLDER,
      older(JEANS),
      sku("J-30", "[RB]Size=30"),
      sku("J-32", "[RB]Size=32"),
      rule({ "Product Code/SKU": "J-30", Price: price }),
    ]);
    expect(products.map((product) => product.sku)).toEqual(["J-32"]);
    expect(faults).toMatchObject([{ pointer: "/price_amount" }]);
  },
);

test("older files have the fields of Google Shopping and custom fields", async () => {
  const google = {
    "GPS Global Trade Item Number": "4006381333931",
    "GPS Manufacturer Part Number": "MPN9",
    "GPS Gender": "unisex",
    "GPS Age Group": "Adult",
    "GPS Color": "Blue",
    "GPS Material": "Denim",
    "Product Custom Fields": 'Fit=Slim;Care="Wash, dry"',
  };
  const { products, faults } = await read([
    OLDER,
    older({ ...JEANS, ...google, "Product Code/SKU": "J", "Track Inventory": "none" }),
    older({ ...JEANS, ...google, "Product ID": "2" }),
    sku("J-30", "[RB]Size=30"),
    sku("J-R", "[CS]Color=Red:#f00"),
  ]);
  const shared = {
    gender: "unisex",
    age_group: "adult",
    material: "Denim",
    custom_attributes: { Fit: "Slim", Care: "Wash, dry" },
  };
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { ...shared, sku: "J", gtin: "4006381333931", mpn: "MPN9", color: "Blue" },
    { ...shared, sku: "J-30", color: "Blue", size: "30" },
    { ...shared, sku: "J-R", color: "Red" },
  ]);
  for (const variant of products.slice(1)) {
    expect(variant).not.toHaveProperty("gtin");
    expect(variant).not.toHaveProperty("mpn");
  }
});

test("the current form has custom fields", async () => {
  const { products, faults } = await read([
    `${HEADER},Custom Fields`,
    "Product,78,Hat,physical,H,,none,0,9,,23,TRUE,Fit=Slim;Country=Italy",
  ]);
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ custom_attributes: { Fit: "Slim", Country: "Italy" } }]);
});
