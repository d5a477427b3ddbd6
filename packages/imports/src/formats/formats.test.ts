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

  test("repeated elements and attributes named __proto__ change no prototype and are columns", async () => {
    const offer = `<offer id="A"><__proto__ sku="x">y</__proto__><__proto__>z</__proto__><title>Tee</title></offer>`;
    const { plan, rows } = await read(`<offers>${offer}${offer}</offers>`, { mapping: '{"sku":"@id"}' });
    expect(plan.columns).toEqual(["@id", "__proto__", "__proto__@sku", "title"]);
    expect(rows.map(({ sku }) => sku)).toEqual(["A", "A"]);
  });

  test.each([
    ["json", (rows: readonly string[]) => `[${rows.join()}]`],
    ["jsonl", (rows: readonly string[]) => rows.join("\n")],
  ])("numbers in %s that JavaScript would change keep all their digits", async (_format, fileOf) => {
    const member = '"title":"Tee","price":"5.00 USD","availability":"in stock"';
    const rows = [
      `{"sku":90071992547409931,${member},"custom_attributes":{"serial":9007199254740993}}`,
      `{"sku":90071992547409932,${member},"custom_attributes":{"serial":0.1}}`,
    ];
    const { products, faults } = await read(fileOf(rows));
    expect(faults).toEqual([]);
    expect(products).toEqual([
      { ...PRODUCT, sku: "90071992547409931", custom_attributes: { serial: "9007199254740993" } },
      { ...PRODUCT, sku: "90071992547409932", custom_attributes: { serial: 0.1 } },
    ]);
  });

  test("the lines of a workbook are its rows, including empty ones", async () => {
    const { rows } = await read(workbookOf([["sku", "title"], ["A", "Tee"], [null], ["B", "Hat"]]));
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });
});

/** An archive with another value at a place of its index (APPNOTE 4.3.12). */
function changedZip(place: number, value: number): Buffer {
  const archive = zipOf({ "a.csv": CSV });
  const at = archive.indexOf("PK\x01\x02") + place;
  if (value > 0xffff || place === 24) archive.writeUInt32LE(value, at);
  else archive.writeUInt16LE(value, at);
  return archive;
}

describe("an unreadable file is rejected early, with a message", () => {
  const bomb = Buffer.alloc(60_000_000, `${"a".repeat(500_000)}\n`);
  test.each<[string, () => string | Buffer, string]>([
    ["incomplete JSON", () => JSON_ROWS.slice(0, -1), "its end is missing"],
    ["broken JSON", () => "[{]", 'The file is not well-formed JSON: "]" at position 2 is not expected'],
    [
      "JSON with a word in it",
      () => `${JSON_ROWS.slice(0, -1)},oops]`,
      `not well-formed JSON: "o" at position ${JSON_ROWS.length} is not expected, in`,
    ],
    [
      "an archive of several files",
      () => zipOf({ "a.csv": CSV, "b.csv": CSV }),
      "2 files that may have products, such as a.csv, b.csv",
    ],
    ["an empty archive", () => zipOf({ "__MACOSX/x": "" }), "no file"],
    ["an incomplete archive", () => zipOf({ "a.csv": CSV }).subarray(0, 60), "not a well-formed ZIP archive"],
    [
      "an archive whose content was changed",
      () => changedZip(16, 0x12345678),
      "a.csv does not have the size or checksum",
    ],
    [
      "an archive whose content is longer than announced",
      () => changedZip(24, 5),
      "does not have the size or checksum",
    ],
    ["an archive with another compression", () => changedZip(10, 0x0c), "uses compression 12"],
    ["an archive that unpacks to too much", () => zipOf({ "a.csv": bomb }), "times its size"],
    ["gzip that unpacks to too much", () => gzipSync(bomb), "times its size"],
    [
      "XML whose entities expand",
      () =>
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">${[..."bcdefghij"].map((name, i) => `<!ENTITY ${name} "${`&${"abcdefghi"[i]};`.repeat(10)}">`).join("")}]><rss><channel><item><title>&j;</title></item></channel></rss>`,
      "DOCTYPE",
    ],
    [
      "XML with an entity that is not one of XML's",
      () => "<rss><channel><item><id>&x;</id></item></channel></rss>",
      "not well-formed XML",
    ],
    ["XML that is nested without end", () => `<rss><channel><item>${"<a>".repeat(200_000)}`, "nested too deeply"],
    ["JSON that is nested without end", () => "[".repeat(200_000), "nested too deeply"],
    ["a JSON object that is nested without end", () => `{"products":${'{"a":'.repeat(200_000)}`, "nested too deeply"],
    [
      "XML with too many attributes",
      () => `<rss><channel><item ${Array.from({ length: 2_001 }, (_, i) => `a${i}=""`).join(" ")}/></channel></rss>`,
      "more than 2000 attributes",
    ],
    [
      "a workbook whose strings unpack to too much",
      () =>
        zipOf({
          "xl/workbook.xml": '<workbook><sheets><sheet name="P" r:id="r1"/></sheets></workbook>',
          "xl/_rels/workbook.xml.rels":
            '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
          "xl/worksheets/s.xml": "<worksheet><sheetData/></worksheet>",
          "xl/sharedStrings.xml": Buffer.concat([
            Buffer.from("<sst>"),
            Buffer.alloc(60_000_000, "<si><t>aaaaaaaa</t></si>"),
          ]),
        }),
      "times its size",
    ],
    ["a workbook without a sheet", () => zipOf({ "xl/workbook.xml": "<workbook/>" }), "no visible sheet"],
    [
      "an archive with too many files",
      () => zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`${i}`, "x"]))),
      "more than 1000 files",
    ],
    [
      "a workbook with a DOCTYPE",
      () => zipOf({ "xl/workbook.xml": "<!DOCTYPE x [<!ENTITY a 'b'>]><workbook/>" }),
      "DOCTYPE",
    ],
    [
      "one JSON row without end",
      () => `[${JSON.stringify(ROW)},{"a":"${"x".repeat(3 * LIMITS.importRowBytesMax)}`,
      "longer than",
    ],
  ])("%s", async (_what, content, sentence) => {
    await expect(read(content())).rejects.toMatchObject({ message: expect.stringContaining(sentence) });
  });
});
