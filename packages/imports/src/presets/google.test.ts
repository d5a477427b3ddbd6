import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-google-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const ATTRIBUTES = {
  id: "A",
  title: "Tee",
  description: "Soft",
  link: "https://a.example/1",
  image_link: "https://a.example/1.jpg",
  availability: "in_stock",
  price: "5.00 USD",
  product_weight: "250 g",
  shipping_weight: "1.5 kg",
  identifier_exists: "no",
  shipping_label: "bulky",
  age_group: "kids",
};
const PRODUCT = {
  sku: "A",
  title: "Tee",
  url: "https://a.example/1",
  price_amount: 5,
  age_group: "kids",
  weight: { value: 250, unit: "g" },
  custom_attributes: { shipping_weight: "1.5 kg", identifier_exists: "no", shipping_label: "bulky" },
};

test("Google attributes without a product field become custom attributes, from RSS and from a table", async () => {
  const elements = Object.entries(ATTRIBUTES).map(([name, value]) => `<g:${name}>${value}</g:${name}>`);
  const rss = await read(
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${elements.join("")}</item></channel></rss>`,
  );
  expect([rss.plan.preset, rss.faults]).toEqual(["google", []]);
  expect(rss.products).toMatchObject([PRODUCT]);
  const table = [Object.keys(ATTRIBUTES), Object.values(ATTRIBUTES)].map((line) => line.join("\t")).join("\n");
  expect((await read(table)).products).toMatchObject([PRODUCT]);
});
