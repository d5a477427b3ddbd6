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
