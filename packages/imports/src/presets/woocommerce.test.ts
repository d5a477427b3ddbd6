import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-woocommerce-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

/** The columns of WooCommerce's exporter, in its order. */
const COLUMNS = [
  "ID",
  "Type",
  "SKU",
  "GTIN, UPC, EAN, or ISBN",
  "Name",
  "Published",
  "Is featured?",
  "Visibility in catalog",
  "Short description",
  "Description",
  "Date sale price starts",
  "Date sale price ends",
  "Tax status",
  "Tax class",
  "In stock?",
  "Stock",
  "Low stock amount",
  "Backorders allowed?",
  "Sold individually?",
  "Weight (kg)",
  "Length (cm)",
  "Width (cm)",
  "Height (cm)",
  "Allow customer reviews?",
  "Purchase note",
  "Sale price",
  "Regular price",
  "Categories",
  "Tags",
  "Shipping class",
  "Images",
  "Download limit",
  "Download expiry days",
  "Parent",
  "Grouped products",
  "Upsells",
  "Cross-sells",
  "External URL",
  "Button text",
  "Position",
  "Brands",
  "Attribute 1 name",
  "Attribute 1 value(s)",
  "Attribute 1 visible",
  "Attribute 1 global",
  "Attribute 2 name",
  "Attribute 2 value(s)",
  "Attribute 2 visible",
  "Attribute 2 global",
];
type Row = Readonly<Record<string, string>>;

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const fileOf = (...rows: Row[]) =>
  [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ""))]
    .map((line) => line.map(cell).join())
    .join("\n");

const MUG: Row = {
  ID: "7",
  Type: "simple",
  SKU: "MUG",
  "GTIN, UPC, EAN, or ISBN": "4006381333931",
  Name: "Caf&eacute; mug",
  Published: "1",
  Description: "<p>For <em>tea</em></p>",
  "In stock?": "1",
  Stock: "4",
  "Backorders allowed?": "0",
  "Weight (kg)": "0.3",
  "Length (cm)": "8",
  "Width (cm)": "9",
  "Height (cm)": "0",
  "Regular price": "12.5",
  Categories: "Kitchen > Mugs, Gifts",
  Tags: "tea, blue",
  Images: "https://a.example/1.jpg, https://a.example/2.jpg",
  Brands: "Acme",
  "Attribute 1 name": "Glaze",
  "Attribute 1 value(s)": "matt",
};
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const productOf = async (row: Row) => (await read(fileOf({ ...MUG, ...row }), EUR)).products[0];

test("each column fills the matching fields", async () => {
  const { plan, faults } = await read(fileOf(MUG), EUR);
  expect([plan.preset, faults]).toEqual(["woocommerce", []]);
  expect(await productOf({})).toEqual({
    sku: "MUG",
    title: "Café mug",
    description: "For tea",
    gtin: "4006381333931",
    brand: "Acme",
    status: "active",
    availability: "in_stock",
    inventory_quantity: 4,
    price_amount: 12.5,
    price_currency: "EUR",
    sale_price_amount: null,
    sale_price_starts_at: null,
    sale_price_ends_at: null,
    weight: { value: 0.3, unit: "kg" },
    dimensions: { length: 8, width: 9, unit: "cm" },
    product_category: "Kitchen > Mugs",
    tags: ["tea", "blue"],
    image_url: "https://a.example/1.jpg",
    additional_image_urls: ["https://a.example/2.jpg"],
    custom_attributes: { Glaze: "matt" },
  });
});

test.each([
  ["1", "active"],
  ["0", "draft"],
  ["-1", "draft"],
])("Published %s is %s", async (published, status) => {
  expect(await productOf({ Published: published })).toMatchObject({ status });
});

test.each([
  [{ "In stock?": "1" }, "in_stock"],
  [{ "In stock?": "0" }, "out_of_stock"],
  [{ "In stock?": "0", Stock: "5" }, "out_of_stock"],
  [{ "In stock?": "backorder", Stock: "0" }, "backorder"],
  [{ "In stock?": "1", Stock: "0", "Backorders allowed?": "notify" }, "backorder"],
  [{ "In stock?": "1", Stock: "0" }, "out_of_stock"],
  [{ "In stock?": "1", Stock: "" }, "in_stock"],
])("%j is %s", async (row, availability) => {
  expect(await productOf(row)).toMatchObject({ availability });
});

test("a sale with dates lasts from the first second of the start day to the last of the end day", async () => {
  const row = { "Sale price": "9.99", "Date sale price starts": "2026-12-01", "Date sale price ends": "2026-12-24" };
  expect(await productOf(row)).toMatchObject({
    price_amount: 12.5,
    sale_price_amount: 9.99,
    sale_price_starts_at: "2026-12-01T00:00:00Z",
    sale_price_ends_at: "2026-12-24T23:59:59Z",
  });
});

test("variations become variants that take missing values from their parent, which is skipped", async () => {
  const parent = { ...MUG, ID: "44", Type: "variable", SKU: "TEE", Name: "Tee", "Tax class": "reduced-rate" };
  Object.assign(parent, { "Regular price": "", Stock: "" });
  const variation = (SKU: string, Parent: string, color: string): Row => ({
    ID: "45",
    Type: "variation",
    SKU,
    Name: `Tee - ${color}`,
    Published: "1",
    "In stock?": "1",
    Parent,
    "Regular price": "20",
    "Tax class": "parent",
    "Attribute 1 name": "Color",
    "Attribute 1 value(s)": color,
  });
  const { rows, products } = await read(
    fileOf(parent, MUG, variation("TEE-R", "id:44", "Red"), {
      ...variation("TEE-B", "TEE", "Blue"),
      Images: "https://a.example/b.jpg",
    }),
    EUR,
  );
  expect(rows.map(({ type }) => type)).toEqual(["skipped", "product", "product", "product"]);
  expect(products[1]).toMatchObject({
    sku: "TEE-R",
    title: "Tee - Red",
    item_group_id: "TEE",
    description: "For tea",
    brand: "Acme",
    color: "Red",
    variant_options: { Color: "Red" },
    image_url: "https://a.example/1.jpg",
    product_category: "Kitchen > Mugs",
    tax_class: "reduced-rate",
  });
  expect(products[2]).toMatchObject({
    sku: "TEE-B",
    item_group_id: "TEE",
    variant_options: { Color: "Blue" },
    image_url: "https://a.example/b.jpg",
  });
});

test.each([
  ["TEE", ["id:44", "TEE", "ID: 44"], "TEE"],
  ["", ["id:44", "id: 44", "id:44"], "id:44"],
])(
  "variations of a parent with the SKU %j are one group, whether they name it by id or SKU",
  async (SKU, named, group) => {
    const parent = { ...MUG, ID: "44", Type: "variable", SKU, Name: "Tee", "Regular price": "", Stock: "" };
    const variations = named.map((Parent, i) => ({
      ID: String(45 + i),
      Type: "variation",
      SKU: `V${i}`,
      Name: `Tee ${i}`,
      Published: "1",
      "In stock?": "1",
      Parent,
      "Regular price": "20",
    }));
    const { products, faults } = await read(fileOf(parent, ...variations), EUR);
    expect(faults).toEqual([]);
    expect(products.map(({ item_group_id: of, description }) => [of, description])).toEqual(
      named.map(() => [group, "For tea"]),
    );
  },
);

test("pounds and inches are read from the header, and the apostrophe that escapes formulas is removed", async () => {
  const inches = fileOf({ ...MUG, Name: "'=SUM(1)" })
    .replace("Weight (kg)", "Weight (lbs)")
    .replaceAll("(cm)", "(in)");
  expect((await read(inches, EUR)).products[0]).toMatchObject({
    title: "=SUM(1)",
    weight: { value: 0.3, unit: "lb" },
    dimensions: { length: 8, width: 9, unit: "in" },
  });
});

test("escapes of the exporter are undone, and a variation has the stock of its parent if it says so", async () => {
  const file = [
    "ID,Type,SKU,Name,Published,Description,In stock?,Stock,Regular price,Categories,Tags,Brands,Parent,Attribute 1 name,Attribute 1 value(s)",
    String.raw`1,simple,E-1,Hat,1,"<p>Long\ntext</p>\n<p>C:\\new</p>",1,5,10,"Hats\, Caps > Winter, Sale","a\, b, c","Smith\, Sons",,Material,"Wool\, merino, Cotton"`,
    "2,variable,E,Cap,1,Soft,1,7,,,,,,Size,",
    "3,variation,E-2,Cap - M,1,,1,parent,10,,,,E,Size,M",
    "4,variation,E-3,Cap - L,1,,1,,10,,,,E,Size,L",
    "5,simple,E-4,Draft,2,,1,1,10,,,,,,",
  ].join("\n");
  const { products, faults } = await read(file, { mapping: JSON.stringify({ price_currency: { value: "EUR" } }) });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "E-1",
      product_category: "Hats, Caps > Winter",
      tags: ["a, b", "c"],
      brand: "Smith, Sons",
      custom_attributes: { Material: "Wool, merino, Cotton" },
    },
    { sku: "E-2", inventory_quantity: 7, description: "Soft" },
    { sku: "E-3", availability: "in_stock" },
    { sku: "E-4", status: "draft" },
  ]);
  expect(products[0]?.description).toMatch(/^Long\s+text\s+C:\\new$/);
  expect(products[2]).not.toHaveProperty("inventory_quantity");
});

test("a variation has the measures, the tax class and the name of its parent unless it has its own", async () => {
  const parent = {
    ID: "44",
    Type: "variable",
    SKU: "vneck",
    Name: "V-Neck",
    "Weight (kg)": ".5",
    "Length (cm)": "24",
    "Width (cm)": "1",
    "Height (cm)": "2",
    "Tax class": "reduced-rate",
  };
  const variation = (sku: string, more: Readonly<Record<string, string>>) => ({
    Type: "variation",
    SKU: sku,
    Name: `V-Neck - ${sku}`,
    Published: "1",
    "In stock?": "1",
    "Tax class": "parent",
    "Regular price": "20",
    Parent: "vneck",
    ...more,
  });
  const rows = [variation("A", {}), parent, variation("B", { "Weight (kg)": "0.7", "Tax class": "zero-rate" })];
  const line = (row: Readonly<Record<string, string>>) => COLUMNS.map((name) => `"${row[name] ?? ""}"`).join(",");
  const { products, faults } = await read(
    [COLUMNS.map((name) => `"${name}"`).join(","), ...rows.map(line)].join("\n"),
    {
      mapping: '{"price_currency":{"value":"EUR"}}',
    },
  );
  expect(faults).toEqual([]);
  const dimensions = { length: 24, width: 1, height: 2, unit: "cm" };
  expect(products).toMatchObject([
    {
      sku: "A",
      title: "V-Neck - A",
      item_group_title: "V-Neck",
      weight: { value: 0.5, unit: "kg" },
      dimensions,
      tax_class: "reduced-rate",
    },
    {
      sku: "B",
      item_group_title: "V-Neck",
      weight: { value: 0.7, unit: "kg" },
      dimensions,
      tax_class: "zero-rate",
    },
  ]);
});

test("a product without a regular price is not sold by the shop, so it is out of stock", async () => {
  const { rows } = await readFileWith(folder)(
    `ID,Type,SKU,Name,Published,In stock?,Stock,Sale price,Regular price,Parent
1,simple,A,Mug,1,1,5,,,
2,simple,B,Cup,1,1,5,8,,
3,variable,C,Tee,1,1,,,,
4,variation,C-S,Tee S,1,1,5,,12,C
5,simple,D,Hat,1,1,5,,9,
`,
    { mapping: '{"price_currency":{"value":"EUR"}}' },
  );
  const bodies = rows.flatMap((row) => (row.type === "product" ? [row.body] : []));
  expect(bodies.map(({ sku, availability }) => [sku, availability])).toEqual([
    ["A", "out_of_stock"],
    ["B", "out_of_stock"],
    ["C-S", "in_stock"],
    ["D", "in_stock"],
  ]);
});
