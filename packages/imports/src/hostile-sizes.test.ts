import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { previewImport } from "./preview-import.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "skucast-hostile-sizes-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A test that takes longer than its time limit shows work that grows faster than the file, or many times its size. */
async function preview(content: string): Promise<string> {
  const path = join(folder, "file");
  writeFileSync(path, content);
  const options = importPreviewQuery.parse({});
  try {
    const { format, columns } = await previewImport(path, { mediaType: null, options }, async () => []);
    return `${format} with ${columns.length} columns`;
  } catch (error) {
    return (error as Error).message;
  }
}

const numbered = (count: number, write: (n: number) => string, separator = ""): string =>
  Array.from({ length: count }, (_, n) => write(n)).join(separator);
const LONG = "k".repeat(450_000);

test("a cell of a price with a million spaces", async () => {
  const rows = `A,Tee,1${" ".repeat(900_000)}x,in stock\nB,Mug,"12,50 EUR",in stock\n`;
  expect(await preview(`sku,title,price,availability\n${rows}`)).toBe("csv with 4 columns");
});

test("a cell of marks on one letter", async () => {
  const marks = `\uff21${"\u0301\u0323".repeat(200_000)}`;
  const rows = `A,${marks},${marks.slice(0, 50_000)},${marks.slice(0, 50_000)}\n`;
  expect(await preview(`sku,title,price,availability\n${rows}`)).toBe("csv with 4 columns");
});

test("a column name of marks on one letter", async () => {
  expect(await preview(`sku,title,a${"\u0301\u0323".repeat(200_000)}\nA,b,c\n`)).toBe("csv with 3 columns");
});

test("a row with hundreds of thousands of character references, whose semicolons are delimiters", async () => {
  expect(await preview(`sku;title\nA;${"&amp;".repeat(180_000)}\n`)).toBe("csv with 2 columns");
});

test("lines in quotes as a whole with hundreds of thousands of names", async () => {
  expect(await preview(`"${"a,".repeat(400_000)}"\n"x"\n`)).toMatch(/columns/);
});

test("hundreds of thousands of carriage returns before a line feed", async () => {
  expect(await preview(`sku,title\n${"\r".repeat(900_000)}\nA,b\n`)).toBe("csv with 2 columns");
});

test("white space after a row of JSON, and no end", async () => {
  expect(await preview(`[{"sku":"A"}${" ".repeat(900_000)}x`)).toMatch(/^json with|not well-formed/);
});

test("hundreds of thousands of rows below a name that is as long", async () => {
  expect(await preview(`{"${LONG}":[${numbered(150_000, () => "{}", ",")}]}`)).toMatch(/./);
  expect(await preview(`{"${LONG}":{${numbered(30_000, (n) => `"a${n}":{"b":1}`, ",")}}}`)).toMatch(/./);
});

test("tens of thousands of lists in a document of JSON", async () => {
  expect(await preview(`{${numbered(50_000, (n) => `"${n}":[{"t":"a"}]`, ",")}}`)).toMatch(/./);
});

test("tens of thousands of lists in a row of JSON", async () => {
  const lists = numbered(20_000, (n) => `"v${n}":[{"sku":"a","price":1},{"sku":"a"}]`, ",");
  expect(await preview(`[{"sku":"A","title":"Tee",${lists}}]`)).toMatch(/more than 2000 columns/);
});

test("tens of thousands of variants of a product with as many members", async () => {
  const members = numbered(40_000, (n) => `"m${n}":1`, ",");
  const variants = numbered(20_000, (n) => `{"sku":"${n}","price":1}`, ",");
  expect(await preview(`[{"sku":"A","title":"Tee",${members},"variants":[${variants}]}]`)).toMatch(/./);
});

test("hundreds of thousands of elements in one whose name is as long", async () => {
  expect(await preview(`<r><${LONG}>${"<b/>".repeat(100_000)}</${LONG}></r>`)).toMatch(/./);
});

test("tens of thousands of different elements with inner ones", async () => {
  const inner = numbered(30_000, (n) => `<v${n}><sku>a</sku><price>1</price></v${n}>`);
  expect(await preview(`<r><p><sku>A</sku><title>Tee</title>${inner}</p><p><sku>B</sku></p></r>`)).toMatch(/./);
});

test("tens of thousands of links in a product", async () => {
  const links = '<image url="a"/>'.repeat(60_000);
  expect(await preview(`<r><p><sku>A</sku>${links}</p><p><sku>B</sku></p></r>`)).toMatch(/^xml with/);
});
