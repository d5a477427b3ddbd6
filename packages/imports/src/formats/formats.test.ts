import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { readFileWith } from "../testing/read-file-with.js";
import { workbookOf, zipOf } from "../testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-formats-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
type Sent = Parameters<typeof read>[1];

const ROW = { sku: "A", title: "Tee", price: "5.00 USD", availability: "in stock" };
const PRODUCT = { sku: "A", title: "Tee", price_amount: 5, price_currency: "USD", availability: "in_stock" };
const CSV = `${Object.keys(ROW).join()}\n${Object.values(ROW).join()}\n`;
const JSON_ROWS = JSON.stringify([ROW, { ...ROW, sku: "B", colr: "red" }]);
const ITEMS = `<offer id="A" group="g"><title>Tee</title><price currency="USD">5.00</price><stock><quantity>3</quantity></stock></offer>`;
const CATALOGUE = `<?xml version="1.0"?><catalogue><shop>x</shop><offers>${ITEMS}${ITEMS.replace('"A"', '"B"')}</offers></catalogue>`;

describe("every format is read", () => {
  test.each<[string, string, string | Buffer, Sent]>([
    ["a JSON array", "json", JSON_ROWS, {}],
    ["an array on several lines", "json", JSON.stringify([ROW, { ...ROW, sku: "B" }], null, 2), {}],
    ["an array inside an object, which is detected", "json", `{"ok":true,"data":{"products":${JSON_ROWS}}}`, {}],
    [
      "an array at a given path",
      "json",
      `{"others":[{"x":1}],"data":{"products":${JSON_ROWS}}}`,
      { rows: "/data/products" },
    ],
    ["JSON Lines", "jsonl", `${JSON.stringify(ROW)}\n${JSON.stringify({ ...ROW, sku: "B" })}\n`, {}],
    ["gzip of an array", "json", gzipSync(JSON_ROWS), {}],
    [
      "ZIP of a table, with files that systems add to archives",
      "csv",
      zipOf({
        "products.csv": `${CSV}B${CSV.split("\n")[1]?.slice(1)}\n`,
        "__MACOSX/._products.csv": "x",
        ".DS_Store": "x",
      }),
      {},
    ],
    [
      "a workbook",
      "xlsx",
      workbookOf([Object.keys(ROW), Object.values(ROW), ["B", ...Object.values(ROW).slice(1)]]),
      {},
    ],
  ])("%s", async (_what, format, content, sent) => {
    const { plan, products, faults } = await read(content, sent);
    expect([plan.format, faults]).toEqual([format, []]);
    expect(products).toMatchObject([PRODUCT, { ...PRODUCT, sku: "B" }]);
  });

  test("any XML by the path of its rows, which is detected: attributes and inner elements are members", async () => {
    const mapping = JSON.stringify({
      sku: "@id",
      item_group_id: "@group",
      price_currency: "price@currency",
      stock: "stock/quantity",
    });
    const { plan, products } = await read(CATALOGUE, { mapping });
    expect([plan.rows, plan.columns]).toEqual([
      "/catalogue/offers/offer",
      ["@id", "@group", "title", "price", "price@currency", "stock/quantity"],
    ]);
    expect(products).toMatchObject([
      { ...PRODUCT, item_group_id: "g", inventory_quantity: 3 },
      { sku: "B", price_currency: "USD" },
    ]);
    const named = await read(CATALOGUE, { mapping: '{"title":"title"}', rows: "/catalogue/offers/offer" });
    expect(named.products).toHaveLength(2);
  });

  test("a workbook's numbers, dates, booleans and empty cells, row by row", async () => {
    const rows = workbookOf([
      ["sku", "title", "price", "currency", "availability", "sale_price_starts_at", "adult", "weight", "gtin"],
      [
        "A",
        "Tee & <b>",
        19.989999999999998,
        "USD",
        { inline: "in stock" },
        { date: 46_357 },
        true,
        null,
        4_006_381_333_931,
      ],
      [null, null],
      [12_345, "Hat", 1.299, "USD", "in stock", { date: 46_357.5 }, false, "1 kg", null],
    ]);
    const { products, faults } = await read(rows);
    expect(faults).toMatchObject([{ pointer: "/price_amount", code: "too_many_decimals" }]);
    expect(products).toEqual([
      {
        sku: "A",
        title: "Tee & <b>",
        price_amount: 19.99,
        price_currency: "USD",
        availability: "in_stock",
        sale_price_starts_at: "2026-12-01T00:00:00Z",
        adult: true,
        gtin: "4006381333931",
      },
    ]);
  });

  test("the lines of a workbook are its rows, including empty ones", async () => {
    const { rows } = await read(workbookOf([["sku", "title"], ["A", "Tee"], [null], ["B", "Hat"]]));
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });
});

describe("an unreadable file is rejected early, with a message", () => {
  const bomb = Buffer.alloc(60_000_000, `${"a".repeat(500_000)}\n`);
  test.each<[string, () => string | Buffer, string]>([
    ["incomplete JSON", () => JSON_ROWS.slice(0, -1), "its end is missing"],
    ["broken JSON", () => "[{]", "not well-formed JSON"],
    ["an archive of several files", () => zipOf({ "a.csv": CSV, "b.csv": CSV }), "2 files, such as a.csv, b.csv"],
    ["an empty archive", () => zipOf({ "__MACOSX/x": "" }), "no file"],
    ["an incomplete archive", () => zipOf({ "a.csv": CSV }).subarray(0, 60), "not a well-formed ZIP archive"],
    ["an archive that unpacks to too much", () => zipOf({ "a.csv": bomb }), "times its size"],
    ["a workbook without a sheet", () => zipOf({ "xl/workbook.xml": "<workbook/>" }), "no visible sheet"],
    ["a workbook with a DOCTYPE", () => zipOf({ "xl/workbook.xml": "<!DOCTYPE x><workbook/>" }), "DOCTYPE"],
    [
      "one JSON row without end",
      () => `[${JSON.stringify(ROW)},{"a":"${"x".repeat(3 * LIMITS.importRowBytesMax)}`,
      "longer than",
    ],
  ])("%s", async (_what, content, sentence) => {
    await expect(read(content())).rejects.toMatchObject({ message: expect.stringContaining(sentence) });
  });
});
