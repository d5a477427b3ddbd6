import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { endsInReturns } from "./line-ends.js";
import { readFileWith } from "./testing/read-file-with.js";
import { workbookOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-line-ends-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "sku,title,price,availability,description";
const TEE = {
  sku: "A",
  title: "Tee",
  price_amount: 5,
  price_currency: "EUR",
  availability: "in_stock",
  description: "one\ntwo",
};
const HAT = { ...TEE, sku: "B", title: "Hat", description: "red, blue" };
const lines = (end: string, inner: string) =>
  [HEADER, `A,Tee,5 EUR,in_stock,"one${inner}two"`, 'B,Hat,5 EUR,in_stock,"red, blue"'].map((line) => line + end);

describe("lines that end with a carriage return", () => {
  const withLines = lines("\r", "\n").join("");
  test.each<[string, string | Buffer]>([
    ["and a line feed in quotes", withLines],
    ["and CR LF in quotes", lines("\r", "\r\n").join("")],
    ["and one in quotes", lines("\r", "\r").join("")],
    ["and a byte order mark", `\ufeff${withLines}`],
    ["and Excel's line with the delimiter", `sep=,\r${withLines}`],
    ["and no end of the last line", withLines.slice(0, -1)],
    ["and a line feed after the last line", `${withLines.slice(0, -1)}\n`],
    ["and tabs", withLines.replaceAll(",", "\t").replace("red\t", "red,")],
    ["and pipes", withLines.replaceAll(",", "|").replace("red|", "red,")],
    ["and single quotes", withLines.replaceAll(/(?<=^|,|\r)(\w[^,"\r]*)/g, "'$1'").replaceAll('"', "'")],
    ["in UTF-16", Buffer.from(`\ufeff${withLines}`, "utf16le")],
    ["in gzip", gzipSync(withLines)],
  ])("%s are read completely", async (_, content) => {
    const { products, faults } = await read(content);
    expect([products, faults]).toEqual([[TEE, HAT], []]);
  });

  test("of one product whose title has a line feed", async () => {
    const { products } = await read('sku,title,price,currency,availability\rA,"Tee\nblack",5,EUR,in_stock\r');
    const { description: _, ...product } = TEE;
    expect(products).toEqual([{ ...product, title: "Tee black" }]);
  });

  test("and inches in texts, doubled or not", async () => {
    const { products } = await read(
      `${HEADER}\rA,27" TV,5 EUR,in_stock,"one\ntwo"\rB,Hat,5 EUR,in_stock,"27"" \n"\rC,"27" TV",5 EUR,in_stock,"a\nb"\r`,
    );
    expect(products.map(({ title }) => title)).toEqual(['27" TV', "Hat", '27" TV']);
  });

  test("in more rows than one chunk has, each with line feeds", async () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => i);
    const { products } = await read(
      [HEADER, ...numbers.map((i) => `S-${i},Tee,5 EUR,in_stock,"one\r\ntwo\n"`)].map((line) => `${line}\r`).join(""),
    );
    expect(products.length).toBe(numbers.length);
    expect(new Set(products.map(({ description }) => description))).toEqual(new Set(["one\ntwo"]));
  });
});

test.each([
  ["line feeds, with returns in quotes", 'a,b\n1,"x\ry\rz"\n', false],
  ["line feeds, with returns in cells without quotes", "a,b\n1,x\ry\rz\n", false],
  ["line feeds, with a return in the header", "a\rb,c\n1,2\n3,4\n", false],
  ["CR LF", 'a,b\r\n1,"x\ry"\r\n', false],
  ["CR CR LF", "a,b\r\r\n1,2\r\r\n", false],
  ["returns only", "a,b\r1,2\r", true],
  ["returns, with line feeds in quotes", 'a,b\r1,"x\ny\n\nz"\r', true],
  ["no line break", "a,b", false],
])("a file with %s has the right line ends", (_, text, expected) => {
  expect(endsInReturns(text)).toBe(expected);
});

test.each<[string, string | Buffer]>([
  ["CR LF in a cell of CSV", lines("\r\n", "\r\n").join("")],
  ["a carriage return in a cell of CSV", lines("\n", "\r").join("")],
  ["CR LF in a text of JSON", JSON.stringify([{ ...TEE, description: "one\r\ntwo" }, HAT])],
  ["references in a cell of CSV", lines("\n", "&#13;&#10;").join("")],
  [
    "an escaped carriage return before a line break of a workbook",
    workbookOf([
      HEADER.split(","),
      ["A", "Tee", "5 EUR", "in_stock", "one_x000D_\ntwo"],
      ["B", "Hat", "5 EUR", "in_stock", "red, blue"],
    ]),
  ],
])("%s is a line feed in the text of the product", async (_, content) => {
  const { products } = await read(content);
  expect(products).toEqual([TEE, HAT]);
});

describe("a header without a row", () => {
  test.each([HEADER, `${HEADER}\n`, `${HEADER}\n,,,,\n\n`, `${HEADER},"Price\n(EUR)"\n`])(
    "%j is valid",
    async (content) => {
      expect((await read(content)).rows).toEqual([]);
    },
  );

  test.each([
    'sku,title,price,"availability\nA,Tee,5 EUR,in_stock"\n',
    "sku,title,price,availability\rA,Tee,5 EUR,in_stock\n\n\n",
  ])("%j is rejected if a column name holds the rows", async (content) => {
    await expect(read(content)).rejects.toThrow("Check for a quote that is not closed");
  });
});
