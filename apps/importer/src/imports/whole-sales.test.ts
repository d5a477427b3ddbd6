import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { decideRow } from "@skucast/catalog/imports/decide-row";
import type { StoredState } from "@skucast/catalog/products/decide-product";
import { upsertIntent } from "@skucast/catalog/products/upsert-intent";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { readFileWith } from "@skucast/imports/testing/read-file-with";

const folder = mkdtempSync(join(tmpdir(), "skucast-sales-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const SALE = [15, "2026-11-01T00:00:00Z", "2026-12-31T00:00:00Z"];
const SHIPPING = [{ country: "DE", price_amount: 4.9 }];
const USD = {
  currency: "USD",
  amount: 22,
  sale_amount: 18,
  sale_starts_at: "2026-11-01T00:00:00Z",
  sale_ends_at: "2026-12-31T00:00:00Z",
};
const STORED = {
  sku: "A1",
  title: "Tee",
  availability: "in_stock",
  price_amount: 20,
  price_currency: "EUR",
  sale_price_amount: SALE[0],
  sale_price_starts_at: SALE[1],
  sale_price_ends_at: SALE[2],
  prices: [USD],
  shipping: SHIPPING,
};
const WRITE = { validateOnly: false };

/** The product, stored as above, after one row of each of some files. */
async function after(files: readonly string[], { stored = {}, sent = {} } = {}) {
  const decision = upsertIntent(productUpsertSchema.parse({ ...STORED, ...stored }), WRITE).decide(null);
  if (decision.type !== "write") throw new Error("the product is not new");
  let content = JSON.parse(decision.next.json);
  const warned: unknown[] = [];
  for (const file of files) {
    const { rows } = await read(file, sent);
    const [row] = rows;
    if (row?.type !== "product") throw new Error(`the row is ${row?.type}`);
    const state: StoredState = { version: 1, deleted: false, content, contentHash: "" };
    const { decision: next, warnings } = decideRow({ ...row, isStrict: false }, upsertIntent(row.body, WRITE), state);
    if (next.type === "write") content = JSON.parse(next.next.json);
    warned.push(...[...row.warnings, ...warnings].map(({ pointer }) => pointer));
  }
  const sale = [content.sale_price_amount, content.sale_price_starts_at, content.sale_price_ends_at];
  return { price: content.price_amount, sale, prices: content.prices, shipping: content.shipping, warned };
}

const COLUMNS = "sku,price,currency,sale_price,sale_price_starts_at,sale_price_ends_at,stock,shipping";
const NO_SALE = [undefined, undefined, undefined];

test.each([
  ["whose amount is in another currency", "25.00,EUR,$12.00,2026-12-01,2026-12-05,3,", 25, ["/sale_price_amount"]],
  ["whose amount is no amount", "25.00,EUR,abc,2026-12-01,2026-12-05,3,", 25, ["/sale_price_amount"]],
  ["whose amount is negative", "25.00,EUR,-3,2026-12-01,2026-12-05,3,", 25, ["/sale_price_amount"]],
  ["that is not below the price", "25.00,EUR,30,2026-12-01,2026-12-05,3,", 25, ["/sale_price_amount"]],
  ["in a row whose currency is invalid", "25.00,EURO?,12,2026-12-01,2026-12-05,3,", 20, ["/price_currency"]],
  ["in a row whose price is in another currency", "$25.00,EUR,12,2026-12-01,,3,", 20, ["/price_currency"]],
])("a sale %s changes neither the stored sale nor its dates", async (_, cells, price, warned) => {
  expect(await after([`${COLUMNS}\nA1,${cells}\n`])).toEqual({
    price,
    sale: SALE,
    prices: [USD],
    shipping: SHIPPING,
    warned,
  });
});

test("a sale of a row without a price that is not below the stored one leaves the stored sale with its dates", async () => {
  const file = "sku,sale_price,sale_price_starts_at,sale_price_ends_at\nA1,30,2026-12-01,2026-12-05\n";
  expect(await after([file])).toMatchObject({ sale: SALE, warned: ["/sale_price_amount"] });
});

test.each([
  ["in a row whose price is in another currency", "$25.00,EUR,,,,3,", ["/price_currency"]],
  ["in a row with dates", "20.00,EUR,,2027-01-01,2027-02-01,3,", []],
])("an empty sale %s ends the sale with its dates", async (_, cells, warned) => {
  expect(await after([`${COLUMNS}\nA1,${cells}\n`])).toMatchObject({ price: 20, sale: NO_SALE, warned });
});

test("a sale that is not below a new price is removed with its dates, which the next sale does not have", async () => {
  expect(await after(["sku,price,currency\nA1,12,EUR\n"])).toMatchObject({ price: 12, sale: NO_SALE });
  const both = ["sku,price,currency\nA1,12,EUR\n", "sku,sale_price\nA1,9\n"];
  expect((await after(both)).sale).toEqual([9, undefined, undefined]);
});

test("the dates of a discount without a price are not those of the stored sale", async () => {
  const mapping = JSON.stringify({ discount_percent: "off", price: "price", sale_price_ends_at: "until" });
  const file = "sku,price,currency,off,until\nA1,on request,EUR,20,2026-12-05\n";
  expect((await after([file], { sent: { mapping } })).sale).toEqual(SALE);
});

test("a sale in another currency than the stored price leaves the stored one with its dates", async () => {
  const file = "sku,currency,sale_price,sale_price_starts_at,sale_price_ends_at\nA1,USD,12,2026-12-01,2026-12-05\n";
  expect(await after([file])).toMatchObject({ sale: SALE, warned: ["/price_currency"] });
});

test("a price in another currency removes the stored sale with its dates, and no dates of the row are left", async () => {
  const { sale, warned } = await after([
    "sku,price,currency,sale_price_starts_at,sale_price_ends_at\nA1,25,USD,2026-12-01,2026-12-05\n",
  ]);
  expect([sale, warned]).toEqual([NO_SALE, ["/sale_price_amount", "/shipping"]]);
});

const MARKET = JSON.stringify({
  "prices.USD.amount": "usd",
  "prices.USD.sale_amount": "sale",
  "prices.USD.sale_starts_at": "from",
  "prices.USD.sale_ends_at": "until",
});

test.each([
  ["is no amount", "abc,2026-12-01,2026-12-05", 25],
  ["is in another currency", "12 EUR,2026-12-01,", 25],
  ["is not below the amount", "30,2026-12-01,", 22],
])("a sale of a market whose amount %s leaves the stored one with its dates", async (_, cells, amount) => {
  const file = `sku,usd,sale,from,until\nA1,25,${cells}\n`;
  for (const empty_cells of ["keep", "clear"]) {
    const { prices, warned } = await after([file], { sent: { mapping: MARKET, empty_cells } });
    expect([prices, warned.length]).toEqual([[{ ...USD, amount }], 1]);
  }
});

test("an empty sale of a market ends it with its dates", async () => {
  const { prices } = await after(["sku,usd,sale,from,until\nA1,25,,2026-12-01,2026-12-05\n"], {
    sent: { mapping: MARKET },
  });
  expect(prices).toEqual([{ currency: "USD", amount: 25 }]);
});

test("a row whose currency is invalid changes no shipping, except what has its own currency", async () => {
  const rowWith = (shipping: string) => `${COLUMNS}\nA1,25.00,EURO?,12,,,3,${shipping}\n`;
  expect(await after([rowWith("AT:::5.00")])).toMatchObject({ price: 20, shipping: SHIPPING });
  expect((await after([rowWith("AT:::5.00 CHF")])).shipping).toEqual([
    { country: "AT", price_amount: 5, price_currency: "CHF" },
  ]);
});

test("shipping of a stored product has its own currency, which is not written if it is the product's", async () => {
  const rowWith = (shipping: string) => `id,shipping\nA1,"${shipping}"\n`;
  const sent = { mapping: '{"sku":"id"}' };
  expect((await after([rowWith("DE:::4.90 EUR")], { sent })).shipping).toEqual(SHIPPING);
  const { shipping, sale, warned } = await after([rowWith("DE:::4.90 EUR,US:::5.00 USD")], { sent });
  expect(shipping).toEqual([
    { country: "DE", price_amount: 4.9, price_currency: "EUR" },
    { country: "US", price_amount: 5, price_currency: "USD" },
  ]);
  expect([sale, warned]).toEqual([SALE, []]);
});

test("a product stays as it is if only one of the file and the product names the currency of its shipping", async () => {
  const stored = { shipping: [{ country: "DE", price_amount: 4.9, price_currency: "EUR" }] };
  const { shipping } = await after([`${COLUMNS}\nA1,20,EUR,,,,3,DE:::4.90\n`], { stored });
  expect(shipping).toEqual(stored.shipping);
});
