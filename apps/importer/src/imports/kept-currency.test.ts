import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { decideRow } from "@skucast/catalog/imports/decide-row";
import type { StoredState } from "@skucast/catalog/products/decide-product";
import { upsertIntent } from "@skucast/catalog/products/upsert-intent";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { readFileWith } from "@skucast/imports/testing/read-file-with";

const folder = mkdtempSync(join(tmpdir(), "skucast-currency-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const DE = { currency: "EUR", country: "DE", amount: 19 };
const STORED = {
  sku: "A1",
  title: "Tee",
  availability: "in_stock",
  price_amount: 20,
  price_currency: "EUR",
  sale_price_amount: 15,
  cost_amount: 5,
  prices: [{ currency: "USD", amount: 22, sale_amount: 18 }, DE],
};

/** The prices of a product after a row of a file, stored as above or new. */
async function after(file: string, { isNew = false, stored = {}, sent = {} } = {}) {
  const { rows, plan } = await read(file, sent);
  const [row] = rows;
  if (row?.type !== "product") throw new Error(`the row is ${row?.type}`);
  const before = stateOf({ ...STORED, ...stored });
  const change = { ...row, isStrict: plan.is_strict ?? false };
  const { decision, warnings } = decideRow(change, upsertIntent(row.body, WRITE), isNew ? null : before);
  const content = decision.type === "write" ? JSON.parse(decision.next.json) : before.content;
  const { price_amount, price_currency, sale_price_amount, cost_amount, prices } = content;
  return {
    own: [price_amount, price_currency, sale_price_amount],
    prices,
    cost: cost_amount,
    warned: [...row.warnings, ...warnings].map(({ pointer, code }) => [pointer, code]),
  };
}

const WRITE = { validateOnly: false };

function stateOf(product: object): StoredState {
  const decision = upsertIntent(productUpsertSchema.parse(product), WRITE).decide(null);
  if (decision.type !== "write") throw new Error("the product is not new");
  return { version: 1, deleted: false, content: JSON.parse(decision.next.json), contentHash: decision.next.hash };
}

test.each(["price_usd", "Price (USD)", "Price USD"])("a stored product keeps its currency: %s", async (column) => {
  expect(await after(`sku,${column}\nA1,30\n`)).toEqual({
    own: [20, "EUR", 15],
    prices: [{ currency: "USD", amount: 30, sale_amount: 18 }, DE],
    cost: 5,
    warned: [],
  });
});

test("a stored product keeps its currency if the price is a member of JSON", async () => {
  const { own, prices } = await after(JSON.stringify([{ sku: "A1", price_usd: 30 }]));
  expect([own, prices[0]]).toEqual([[20, "EUR", 15], { currency: "USD", amount: 30, sale_amount: 18 }]);
});

test("a price in the currency of the stored product is its own", async () => {
  expect(await after("sku,price_eur\nA1,30\n")).toMatchObject({ own: [30, "EUR", 15], prices: STORED.prices });
});

test("a new product has the currency of the header", async () => {
  const file = "sku,title,availability,price_usd\nA1,T,in stock,30\n";
  expect(await after(file, { isNew: true })).toMatchObject({ own: [30, "USD", undefined], prices: undefined });
});

test.each(["sku,price_usd,price_eur\nA1,30,25\n", "sku,price_eur,price_usd\nA1,25,30\n"])(
  "of prices in two currencies, that of the stored product is its own in any order: %j",
  async (file) => {
    expect(await after(file)).toMatchObject({
      own: [25, "EUR", 15],
      prices: expect.arrayContaining([DE, { currency: "USD", amount: 30, sale_amount: 18 }]),
      warned: [],
    });
    const inDollars = { price_currency: "USD", sale_price_amount: null, prices: [{ currency: "EUR", amount: 9 }] };
    expect(await after(file, { stored: inDollars })).toMatchObject({
      own: [30, "USD", undefined],
      prices: [{ currency: "EUR", amount: 25 }],
    });
    const inPounds = { price_currency: "GBP", sale_price_amount: null, prices: null };
    const { own, prices } = await after(file, { stored: inPounds });
    expect([own, prices.toSorted(byCurrency)]).toEqual([
      [20, "GBP", undefined],
      [
        { currency: "EUR", amount: 25 },
        { currency: "USD", amount: 30 },
      ],
    ]);
  },
);

const byCurrency = (one: { currency: string }, other: { currency: string }): number =>
  one.currency.localeCompare(other.currency);

test("sales follow the prices in their currencies", async () => {
  const file = "sku,price_usd,sale_price_usd,price_eur,sale_price_eur\nA1,30,27,25,21\n";
  expect(await after(file)).toMatchObject({
    own: [25, "EUR", 21],
    prices: [{ currency: "USD", amount: 30, sale_amount: 27 }, DE],
  });
  const ended = "sku,price_usd,sale_price_usd,price_eur,sale_price_eur\nA1,30,,25,\n";
  expect(await after(ended)).toMatchObject({
    own: [25, "EUR", undefined],
    prices: [{ currency: "USD", amount: 30 }, DE],
  });
  expect(await after("sku,price_usd,sale_price_usd\nA1,,\n")).toMatchObject({
    own: [20, "EUR", 15],
    prices: [{ currency: "USD", amount: 22 }, DE],
    warned: [],
  });
});

test("another amount in the currency of the header is left out with a warning", async () => {
  const { own, cost, warned } = await after("sku,price_usd,cost_usd\nA1,30,4\n");
  expect([own, cost, warned]).toEqual([[20, "EUR", 15], 5, [["/cost_amount", "other_currency"]]]);
});

test("a column for the currency, or one in the mapping, changes that of a stored product", async () => {
  expect((await after("sku,price,currency\nA1,30,USD\n")).own.slice(0, 2)).toEqual([30, "USD"]);
  const mapping = '{"price_currency":{"value":"USD"}}';
  expect((await after("sku,price_usd\nA1,30\n", { sent: { mapping } })).own.slice(0, 2)).toEqual([30, "USD"]);
});

test.each([
  ["sku,price,currency,price_usd\nA1,25,EUR,30\n", 25, "EUR", [{ currency: "USD", amount: 30, sale_amount: 18 }, DE]],
  ["sku,price,currency,price_usd\nA1,25,USD,30\n", 25, "USD", STORED.prices],
  ["sku,price,currency,price_usd\nA1,,USD,30\n", 30, "USD", STORED.prices],
  ["sku,price,currency,price_usd\nA1,25,GBP,30\n", 25, "GBP", [{ currency: "USD", amount: 30, sale_amount: 18 }, DE]],
])("next to a price with a currency of its own, the header is a market: %j", async (file, amount, currency, prices) => {
  const found = await after(file);
  expect([found.own.slice(0, 2), found.prices]).toEqual([[amount, currency], prices]);
});
