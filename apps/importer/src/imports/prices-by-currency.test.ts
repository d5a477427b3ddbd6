import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "@skucast/imports/testing/read-file-with";
import { storedAfter } from "../testing/stored-after.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-currencies-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const stored = storedAfter(read);

const xml = (prices: string) =>
  `<products>${["A", "B"]
    .map((sku) => `<product><sku>${sku}</sku><title>X</title>${prices}<availability>in stock</availability></product>`)
    .join("")}</products>`;
const json = (prices: object) =>
  JSON.stringify(["A", "B"].map((sku) => ({ sku, title: "X", availability: "in_stock", ...prices })));

const IN_XML = '<price currency="EUR">12.90</price><price currency="USD">14.00</price>';

describe("prices with their currencies are the price and the prices by market of a new product", () => {
  test.each([
    ["elements of XML", xml(IN_XML)],
    ["elements of XML in a list", xml(`<prices>${IN_XML}</prices>`)],
    ["elements of XML that name the currency in their text", xml("<price>12.90 EUR</price><price>14.00 USD</price>")],
    [
      "a list in JSON",
      json({
        price: [
          { currency: "EUR", value: "12.90" },
          { currency: "USD", amount: 14 },
        ],
      }),
    ],
    ["an object in JSON", json({ price: { EUR: 12.9, USD: 14 } })],
  ])("as %s", async (_how, file) => {
    const { questions, faults } = await read(file);
    expect([questions, faults]).toEqual([[], []]);
    expect(await stored([file])).toMatchObject({
      price_amount: 12.9,
      price_currency: "EUR",
      prices: [{ currency: "USD", amount: 14 }],
    });
  });

  test.each([
    [
      "a list",
      {
        prices: [
          { currency_code: "EUR", value: 12.9 },
          { currency_code: "USD", value: 14 },
        ],
      },
    ],
    ["an object", { prices: { EUR: 12.9, USD: 14 } }],
  ])("as %s that has all of them", async (_how, prices) => {
    const { questions, faults } = await read(json(prices));
    expect([questions, faults]).toEqual([[], []]);
    expect(await stored([json(prices)])).toMatchObject({
      price_amount: 12.9,
      price_currency: "EUR",
      prices: [
        { currency: "EUR", amount: 12.9 },
        { currency: "USD", amount: 14 },
      ],
    });
  });
});

test("sales have their currencies, too, and a currency in the mapping decides which price is the product's own", async () => {
  const sales = `${IN_XML}<sale_price currency="EUR">9.90</sale_price><sale_price currency="USD">11.00</sale_price>`;
  expect(await stored([xml(sales)])).toMatchObject({
    price_amount: 12.9,
    sale_price_amount: 9.9,
    prices: [{ currency: "USD", amount: 14, sale_amount: 11 }],
  });
  const sent = { mapping: '{"price_currency":{"value":"USD"}}' };
  expect(await stored([[xml(IN_XML), sent]])).toMatchObject({
    price_amount: 14,
    price_currency: "USD",
    prices: [{ currency: "EUR", amount: 12.9 }],
  });
});

test("a stored product keeps its currency, and a price that is no longer there is removed", async () => {
  const own = "sku,title,price,availability\nA,X,15 USD,in stock\n";
  const more = IN_XML.replace("</price>", '</price><price currency="GBP">11</price>');
  expect(await stored([own, xml(more), xml(IN_XML)])).toMatchObject({
    price_amount: 14,
    price_currency: "USD",
    prices: [{ currency: "EUR", amount: 12.9 }],
  });
});

test("prices that name no currency, or one twice, are rejected", async () => {
  for (const prices of ["<price>12.90</price><price>14.00</price>", IN_XML.replace("USD", "EUR")]) {
    const { faults } = await read(xml(prices));
    expect(faults).toMatchObject([{ pointer: "/price" }, {}, {}, {}].slice(0, faults.length));
    expect(faults.length).toBeGreaterThan(0);
  }
});
