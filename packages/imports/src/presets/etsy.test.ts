import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-etsy-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const IMAGES = Array.from({ length: 10 }, (_, i) => `IMAGE${i + 1}`);
const VARIATIONS = [1, 2].flatMap((n) => ["TYPE", "NAME", "VALUES"].map((part) => `VARIATION ${n} ${part}`));
const COLUMNS = "TITLE DESCRIPTION PRICE CURRENCY_CODE QUANTITY TAGS MATERIALS".split(" ");
const HEADER = [...COLUMNS, ...IMAGES, ...VARIATIONS, "SKU"];

type Listing = Readonly<Record<string, string>>;
const fileOf = (...listings: readonly Listing[]): string =>
  [
    HEADER.join(","),
    ...listings.map((listing) => HEADER.map((name) => `"${(listing[name] ?? "").replaceAll('"', '""')}"`).join(",")),
  ].join("\r\n");

const BOWL: Listing = {
  TITLE: "Stoneware bowl, handmade",
  DESCRIPTION: "Holds 1 l.\n\nIt&#39;s &quot;dishwasher&quot; safe.",
  PRICE: "38.50",
  CURRENCY_CODE: "EUR",
  QUANTITY: "6",
  TAGS: "bowl,stoneware,gift for her",
  MATERIALS: "Clay,Glaze",
  IMAGE1: "https://i.etsystatic.com/1/il_1.jpg",
  IMAGE2: "https://i.etsystatic.com/1/il_2.jpg",
  SKU: "BOWL-1",
};
const variation = (n: number, name: string, values: string, type = "Custom Property"): Listing => ({
  [`VARIATION ${n} TYPE`]: type,
  [`VARIATION ${n} NAME`]: name,
  [`VARIATION ${n} VALUES`]: values,
});

test("a listing with one SKU is a product with its stock, images, tags and materials", async () => {
  const { plan, products, faults, questions } = await read(fileOf(BOWL));
  expect([plan.preset, faults, questions]).toEqual(["etsy", [], []]);
  expect(products).toEqual([
    {
      sku: "BOWL-1",
      title: "Stoneware bowl, handmade",
      description: `Holds 1 l.\n\nIt's "dishwasher" safe.`,
      image_url: "https://i.etsystatic.com/1/il_1.jpg",
      additional_image_urls: ["https://i.etsystatic.com/1/il_2.jpg"],
      availability: "in_stock",
      inventory_quantity: 6,
      price_amount: 38.5,
      price_currency: "EUR",
      item_group_title: "Stoneware bowl, handmade",
      material: "Clay,Glaze",
      tags: ["bowl", "stoneware", "gift for her"],
    },
  ]);
});

test("each SKU of a listing is a product with its value, in stock while the sum of all is above 0", async () => {
  const colors = { ...variation(1, "Glaze color", "Sand,Sea green"), SKU: "B-SAND, B-SEA" };
  const { products, faults } = await read(
    fileOf({ ...BOWL, ...colors }, { ...BOWL, ...colors, SKU: "C-1,C-2", QUANTITY: "0" }),
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "B-SAND", item_group_id: "B-SAND", variant_options: { "Glaze color": "Sand" }, availability: "in_stock" },
    { sku: "B-SEA", item_group_id: "B-SAND", variant_options: { "Glaze color": "Sea green" }, price_amount: 38.5 },
    { sku: "C-1", availability: "out_of_stock" },
    { sku: "C-2", availability: "out_of_stock" },
  ]);
  for (const product of products) expect(product).not.toHaveProperty("inventory_quantity");
});

test("with two variations, SKUs are those of their combinations in order", async () => {
  const both = { ...variation(1, "Size", "S,M"), ...variation(2, "", "Red,Blue,Green", "Color") };
  const skus = ["S-R", "S-B", "S-G", "M-R", "M-B", "M-G"];
  const { products, rows } = await read(fileOf({ ...BOWL, ...both, SKU: skus.join(",") }));
  expect(products.map(({ sku, size, color, variant_options: options }) => [sku, size, color, options])).toEqual(
    skus.map((sku) => {
      const size = sku.startsWith("S") ? "S" : "M";
      const color = { R: "Red", B: "Blue", G: "Green" }[sku.slice(-1)];
      return [sku, size, color, { Size: size, Color: color }];
    }),
  );
  expect(rows).toHaveLength(6);
});

test("a listing whose SKUs are not those of its variations is reported, and the others are imported", async () => {
  const sizes = variation(1, "Size", "S,M,L");
  const { products, rows, faults } = await read(
    fileOf(
      { ...BOWL, ...sizes, SKU: "A,B" },
      { ...BOWL, ...sizes, SKU: "ONE" },
      { ...BOWL, SKU: "D,E" },
      { ...BOWL, SKU: "" },
      BOWL,
    ),
  );
  expect(products.map(({ sku }) => sku)).toEqual(["BOWL-1"]);
  expect(rows.map(({ type }) => type)).toEqual(["invalid", "invalid", "invalid", "invalid", "product"]);
  expect(faults.map(({ message }) => message.split(";")[0])).toEqual([
    "has 2 SKUs for 3 variations",
    "has one SKU for 3 variations",
    "has 2 SKUs for no variations",
    expect.stringContaining("required"),
  ]);
});

test("Etsy's own name for the color of a variation fills the color", async () => {
  const { products, faults } = await read(
    fileOf({ ...BOWL, ...variation(1, "Primary color", "Blue,Red", "Primary color"), SKU: "B-B,B-R" }),
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "B-B", color: "Blue", variant_options: { "Primary color": "Blue" } },
    { sku: "B-R", color: "Red" },
  ]);
});
