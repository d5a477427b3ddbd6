import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-divided-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test.each([
  [{ amount: 3500, divisor: 100, currency_code: "USD" }, 35],
  [{ amount: 1999, divisor: 100 }, 19.99],
  [{ amount: 12345, divisor: 1000 }, 12.345],
  [{ amount: 35, divisor: 1 }, 35],
  [{ amount: 19.99, divisor: 100 }, 19.99],
  [{ amount: 19.99, currency_code: "USD" }, 19.99],
])("the amount of %j is %d", async (price, expected) => {
  const answer = { count: 1, results: [{ sku: "A", title: "Ring", quantity: 3, price }] };
  const { products, faults } = await read(JSON.stringify(answer), { mapping: '{"price_currency":{"value":"KWD"}}' });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ sku: "A", price_amount: expected }]);
});

test("the amount of a product of Etsy's API is in the unit of its currency", async () => {
  const listing = {
    listing_id: 1,
    title: "Ring",
    description: "Silver",
    quantity: 3,
    price: { amount: 3500, divisor: 100, currency_code: "USD" },
  };
  const { products } = await read(JSON.stringify({ count: 1, results: [listing] }), {
    mapping: '{"sku":"listing_id","price_currency":"price/currency_code"}',
  });
  expect(products).toMatchObject([{ sku: "1", price_amount: 35, price_currency: "USD" }]);
});
