import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";
import { workbookOf, zipOf } from "./testing/zip-of.js";
import { unwrapWorkbook } from "./unwrap-workbook.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-archived-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const TABLE = [
  ["sku", "title", "price", "availability"],
  ["A", "Tee é", "5.00 EUR", "in stock"],
];
const PRODUCT = { sku: "A", title: "Tee é", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
const CSV = `${TABLE.map((row) => row.join(",")).join("\n")}\n`;
const WORKBOOK = workbookOf(TABLE);
const JSON_FILE = JSON.stringify([{ sku: "A", title: "Tee é", price: "5.00 EUR", availability: "in stock" }]);
const XML_FILE =
  "<p><q><sku>A</sku><title>Tee é</title><price>5.00 EUR</price><availability>in stock</availability></q></p>";

describe.each<[string, string | Buffer, string]>([
  ["CSV", CSV, "p.csv"],
  ["JSON", JSON_FILE, "p.json"],
  ["XML", XML_FILE, "p.xml"],
  ["a workbook", WORKBOOK, "p.xlsx"],
])("%s", (_what, content, name) => {
  test.each<[string, Buffer]>([
    ["gzip", gzipSync(content)],
    ["a ZIP archive", zipOf({ [name]: content })],
    ["gzip in a ZIP archive", zipOf({ [`${name}.gz`]: gzipSync(content) })],
    [
      "a ZIP archive of macOS with a note and pictures",
      zipOf({
        "shop/": "",
        [`shop/${name}`]: content,
        [`__MACOSX/shop/._${name}`]: "Mac OS X",
        "shop/.DS_Store": "x",
        "shop/readme.txt": "sku,title\nnot,this",
        "shop/images/a.jpg": Buffer.from("ffd8ff", "hex"),
      }),
    ],
  ])("is read from %s", async (_where, file) => {
    const { products, faults } = await read(file);
    expect([products, faults]).toMatchObject([[PRODUCT], []]);
  });
});

describe("files whose names differ only in their numbers are parts of one export", () => {
  const tables = (mark = "") => [
    `sku,title\nA,Tee é\nB,"Hat\nround"`,
    `${mark}sku,title\r\nC,Cap\r\n`,
    `sku,title\nD,Coat\n`,
  ];
  test.each<[string, Record<string, string | Buffer>]>([
    ["tables", Object.fromEntries(tables().map((text, i) => [`export/products_${9 + i}.csv`, text]))],
    ["tables with a byte order mark", Object.fromEntries(tables("\ufeff").map((text, i) => [`p-${i + 1}.csv`, text]))],
    ["tables in gzip", Object.fromEntries(tables().map((text, i) => [`p-${i + 1}.csv.gz`, gzipSync(text)]))],
    ["lists of JSON", { "p1.json": '[{"sku":"A"},{"sku":"B"}]', "p2.json": '[{"sku":"C"},{"sku":"D"}]' }],
    ["JSON Lines", { "p1.jsonl": '{"sku":"A"}\n{"sku":"B"}', "p2.jsonl": '{"sku":"C"}\n{"sku":"D"}\n' }],
  ])("%s", async (_, files) => {
    const { rows } = await read(zipOf(files));
    expect(rows.flatMap(({ type, sku }) => (type === "product" ? [sku] : []))).toEqual(["A", "B", "C", "D"]);
    expect(rows.filter(({ type }) => type === "invalid")).toEqual([]);
  });

  test("unless they have other columns, or are other files", async () => {
    await expect(read(zipOf({ "p1.csv": "sku,title\nA,Tee\n", "p2.csv": "sku,stock\nA,5\n" }))).rejects.toThrow(
      "2 files that may have products, and p2.csv has other columns than p1.csv; send one of them",
    );
    await expect(read(zipOf({ "products.csv": "sku\nA\n", "stock.csv": "sku\nA\n" }))).rejects.toThrow("2 files");
    await expect(read(zipOf({ "p1.xml": XML_FILE, "p2.xml": XML_FILE }))).rejects.toThrow("2 files");
  });
});

test("a workbook takes the place of its archive, with its size; other files stay as they are", async () => {
  const path = join(folder, "upload");
  for (const archive of [gzipSync(WORKBOOK), zipOf({ "p.xlsx": WORKBOOK })]) {
    writeFileSync(path, archive);
    expect(await unwrapWorkbook(path)).toBe(WORKBOOK.length);
    expect(readFileSync(path)).toEqual(WORKBOOK);
  }
  const others = [WORKBOOK, CSV, gzipSync(CSV), zipOf({ "p.csv": CSV }), gzipSync(WORKBOOK).subarray(0, 400), ""];
  for (const other of [...others, gzipSync(zipOf({ "p.csv": CSV })), zipOf({ "a.xlsx": WORKBOOK, "b.csv": CSV })]) {
    writeFileSync(path, other);
    expect(await unwrapWorkbook(path)).toBeUndefined();
    expect(readFileSync(path)).toEqual(Buffer.from(other));
  }
  expect(readdirSync(folder).filter((name) => name.endsWith(".inner"))).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

test("an archive that ends early is rejected with one sentence", async () => {
  const archive = zipOf({ "p.csv": CSV });
  for (const end of [archive.length - 10, archive.length >> 1, 30])
    await expect(read(archive.subarray(0, end))).rejects.toThrow(
      /^The file is not a well-formed ZIP archive: .*[^.]\.$/,
    );
});

test("a bomb around a workbook is not unpacked", async () => {
  const path = join(folder, "bomb");
  const bomb = gzipSync(Buffer.concat([WORKBOOK.subarray(0, 64), Buffer.alloc(80_000_000)]));
  writeFileSync(path, bomb);
  expect(await unwrapWorkbook(path)).toBeUndefined();
  expect(readFileSync(path)).toEqual(bomb);
});

test("an archive is rejected by the size that it declares, before any of it is unpacked", async () => {
  for (const [name, reason] of [
    ["p.csv", "times its size"],
    ["xl/workbook.xml", "more than 20000000 bytes"],
  ] as const) {
    const bomb = zipOf({ [name]: Buffer.alloc(60_000_000) });
    const start = 30 + name.length;
    // Unpacking this would be another error.
    bomb.fill(0xff, start, start + 1_000);
    await expect(read(bomb)).rejects.toThrow(reason);
  }
});

/** Rows that do not compress, so that a file of them cannot be read to its end without its last bytes. */
const LONG = `${CSV}${Array.from({ length: 5_000 }, (_, i) => `S-${i},${Math.sin(i)},${i + 1}.00 EUR,in stock`).join("\n")}\n`;
const messageOf = (content: Buffer): Promise<string> =>
  read(content).then(
    () => "",
    (error: unknown) => String(error),
  );

/** The data with other bytes in its middle. */
function damaged(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  changed.fill(0xff, changed.length >> 1, (changed.length >> 1) + 200);
  return changed;
}

test.each([
  ["a ZIP archive without its end", () => zipOf({ "a.csv": CSV }).subarray(0, -30)],
  ["a gzip file without its end", () => gzipSync(LONG).subarray(0, -20)],
  ["a gzip file without its end in a ZIP archive", () => zipOf({ "a.csv.gz": gzipSync(LONG).subarray(0, -20) })],
  ["a damaged gzip file in a ZIP archive", () => zipOf({ "a.csv.gz": damaged(gzipSync(LONG)) })],
])("the message about %s has no words of a library", async (_what, content) => {
  const message = await messageOf(content());
  expect(message).toMatch(/end is missing|damaged/);
  expect(message).not.toMatch(/Z_[A-Z]|central|header check|block|yauzl|EOF|0x/);
});
