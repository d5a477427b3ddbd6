import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { createRowReader } from "./product-reader.js";
import { readRows } from "./read-rows.js";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-named-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

/** The pointer, column and value of each error in a file. */
async function named(file: string, mapping = {}) {
  const { plan } = await read(file, { mapping: JSON.stringify(mapping) });
  const reader = createRowReader(plan);
  const found: unknown[] = [];
  for await (const some of readRows(join(folder, "file"), plan).rows)
    for (const raw of some) {
      const row = reader.check(reader.find(raw));
      const faults = row.type === "product" ? row.warnings : row.type === "invalid" ? row.faults : [];
      found.push(...faults.map((fault) => [fault.pointer, reader.columnOf(fault), fault.value]));
    }
  return found;
}

test.each([
  ["sku;price;currency\nA;9,99 $;EUR\n", "/price_currency", "price", "9,99 $"],
  ["sku;price;currency\nA;USD 9,99;EUR\n", "/price_currency", "price", "USD 9,99"],
  ["sku;price;currency\nA;9,99;EURO?\n", "/price_currency", "currency", "EURO?"],
  ["sku;price;currency\nA;-5,00;EUR\n", "/price_amount", "price", "-5,00"],
  ["sku;price;currency\nA;0.00;EUR\n", "/price_amount", "price", "0.00"],
  ["sku;price;currency;sale_price\nA;9,99;EUR;12,50 €\n", "/sale_price_amount", "sale_price", "12,50 €"],
  ["sku;price;currency;cost\nA;9,99;EUR;3,00 USD\n", "/cost_amount", "cost", "3,00 USD"],
  ['[{"sku":"A","price":"-5,00 €","currency":"EUR"}]', "/price_amount", "price", "-5,00 €"],
])("an error names the column and the text of its cell: %j", async (file, ...expected) => {
  expect(await named(file)).toEqual([expected]);
});

test("an error of a list of images names its own column", async () => {
  const file = "sku,base_image,additional_images\nA,https://a.example/1.jpg,ftp://a.example/2.jpg\n";
  const mapping = { image: "base_image", additional_image_urls: "additional_images" };
  expect(await named(file, mapping)).toEqual([
    ["/additional_image_urls/0", "additional_images", "ftp://a.example/2.jpg"],
  ]);
});

test("an error of the amount before a reduction names its column", async () => {
  const mapping = { price: "price", price_currency: "currency", compare_at_price: "before" };
  const found = await named("sku;price;currency;before\nA;9,99;EUR;$12.00\n", mapping);
  expect(found).toEqual([["/sale_price_amount", "before", "$12.00"]]);
});
