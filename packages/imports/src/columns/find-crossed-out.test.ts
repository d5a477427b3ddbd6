import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-crossed-out-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test.each([
  "compare_at_price",
  "Compare-at price",
  "Compare At Price",
  "compareAtPrice",
  "oldPrice",
  "OldPrice",
  "originalPrice",
  "wasPrice",
  "was_price",
  "oldPrice (EUR)",
])("a higher amount in a column %s is the price before the sale", async (column) => {
  const file = `sku;title;price;currency;stock;${column}\nA;Tea;10;EUR;5;20\nB;Tea;10;EUR;5;\n`;
  const { products } = await read(file);
  expect(products).toMatchObject([
    { price_amount: 20, sale_price_amount: 10 },
    { price_amount: 10, sale_price_amount: null },
  ]);
  const [update] = (await read(`sku;price;${column}\nA;10 EUR;20 EUR\n`)).rows;
  expect(update).toMatchObject({ body: { price_amount: 20, sale_price_amount: 10 } });
});

test("members of JSON have the price before the sale as well", async () => {
  const { products } = await read(
    JSON.stringify([{ sku: "A", title: "T", price: 9, oldPrice: 12, currency: "EUR", stock: 1 }]),
  );
  expect(products).toMatchObject([{ price_amount: 12, sale_price_amount: 9 }]);
});
