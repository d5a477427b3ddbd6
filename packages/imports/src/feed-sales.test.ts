import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-feed-sales-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const GOOGLE = {
  id: "F1",
  title: "Mug",
  link: "https://f.example/1",
  image_link: "https://f.example/1.jpg",
  price: "20.00 EUR",
  availability: "in stock",
};
const META = { ...GOOGLE, fb_product_category: "kitchen", condition: "new" };
const OPENAI = { ...GOOGLE, enable_search: "true", seller_name: "Shop" };
const NO_SALE = { sale_price_amount: null, sale_price_starts_at: null, sale_price_ends_at: null };

const table = (members: Record<string, string>, separator: string): string =>
  `${Object.keys(members).join(separator)}\n${Object.values(members).join(separator)}\n`;

test.each([
  ["google", GOOGLE],
  ["meta", META],
  ["openai", OPENAI],
])("a feed of %s without a column for a sale ends the sales", async (preset, members) => {
  for (const separator of [",", "\t"]) {
    const { plan, products, faults } = await read(table(members, separator));
    expect(plan.preset).toBe(preset);
    expect(products).toMatchObject([NO_SALE]);
    expect(faults).toEqual([]);
  }
});

test("so does a table that is said to be such a feed; another table keeps them", async () => {
  const { image_link: _, ...members } = GOOGLE;
  expect((await read(table(members, ","), { preset: "google" })).products).toMatchObject([NO_SALE]);
  const [product] = (await read(table(members, ","))).products;
  expect(product).not.toHaveProperty("sale_price_amount");
});

test("an empty cell for the sale price ends the sale with its dates", async () => {
  for (const text of ["sku,sale_price\nF1,\n", '[{"sku":"F1","sale_price_amount":null}]'])
    expect((await read(text)).products).toMatchObject([NO_SALE]);
  const mapping = JSON.stringify({ compare_at_price: "was" });
  expect((await read("sku,price,currency,was\nF1,10,EUR,\n", { mapping })).products).toMatchObject([NO_SALE]);
  expect((await read("sku,sale_price\nF1,\n", { empty_cells: "keep" })).products).toEqual([{ sku: "F1" }]);
});
