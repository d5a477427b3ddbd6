import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { readFileWith } from "./testing/read-file-with.js";
import { workbookOf, zipOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-unusual-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
type Sent = Parameters<typeof read>[1];

const HEADER = "sku,title,price,availability";
const A = { sku: "A", title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
const B = { ...A, sku: "B", title: "Hat" };

describe("a file of an unusual form is read completely", () => {
  test.each<[string, string | Buffer, Sent]>([
    [
      "UTF-16 with a byte order mark and tabs, as Excel's Unicode text",
      Buffer.from(
        `\ufeff${HEADER.replaceAll(",", "\t")}\r\nA\tTee\t5.00 EUR\tin stock\r\nB\tHat\t5,00 EUR\tin stock\r\n`,
        "utf16le",
      ),
      {},
    ],
    ...["^", "~", "\u0001"].map((delimiter): [string, string, Sent] => [
      `${JSON.stringify(delimiter)} between cells, some of which have commas`,
      [HEADER, "A,Tee,5.00 EUR,in stock", "B,Hat,5.00 EUR,in stock"]
        .map((line) => `${line.replaceAll(",", delimiter)}${delimiter}a, b; c, d | e, f\n`)
        .join(""),
      {},
    ]),
    [
      "a sign that is named",
      `${HEADER}\nA,Tee,5.00 EUR,in stock\nB,Hat,5.00 EUR,in stock\n`.replaceAll(",", "#"),
      { delimiter: "#" },
    ],
    [
      "signs in texts that look like delimiters",
      `${HEADER},note\nA,Tee,5.00 EUR,in stock,a~b~c~d~e~f\nB,Hat,5.00 EUR,in stock,a~b~c~d~e~f\n`,
      {},
    ],
    ["mixed line ends", `${HEADER}\r\nA,Tee,5.00 EUR,in stock\nB,Hat,5.00 EUR,in stock\r\n`, {}],
    [
      "a last line without its end, and empty lines",
      `\n\n${HEADER}\n\nA,Tee,5.00 EUR,in stock\n\n\nB,Hat,5.00 EUR,in stock`,
      {},
    ],
    ["a delimiter at the end of each row", `${HEADER},\nA,Tee,5.00 EUR,in stock,\nB,Hat,5.00 EUR,in stock,\n`, {}],
    [
      "delimiters at the end of the header only",
      `${HEADER},,,\nA,Tee,5.00 EUR,in stock\nB,Hat,5.00 EUR,in stock\n`,
      {},
    ],
    ["delimiters at the end of the rows only", `${HEADER}\nA,Tee,5.00 EUR,in stock,,,\nB,Hat,5.00 EUR,in stock\n`, {}],
    [
      "every cell in quotes, with spaces around them",
      `"sku" , "title" , "price" , "availability"\n"A" ,"Tee" ,"5.00 EUR","in stock"\n"B","Hat","5.00 EUR" ,"in stock" \n`,
      {},
    ],
    ["thousands in both styles", `${HEADER}\nA,Tee,"5,00 EUR",in stock\nB,Hat,5.00 EUR,in stock\n`, {}],
    [
      "a row of groups above the column names",
      `Product,,Offer,\n${HEADER}\nA,Tee,5.00 EUR,in stock\nB,Hat,5.00 EUR,in stock\n`,
      {},
    ],
    [
      "a title and a date above the column names",
      `Export,2026-11-01\n\n${HEADER}\nA,Tee,5.00 EUR,in stock\nB,Hat,5.00 EUR,in stock\n`,
      {},
    ],
    [
      "character references in a table with semicolons",
      "sku;title;price;availability\nA;T&#101;e;5.00 EUR;in stock\nB;H&#x61;t;5.00 EUR;in stock\n",
      {},
    ],
    ["NUL bytes", `${HEADER}\nA,T\0ee,5.00 EUR\0,in stock\nB\0,Hat,5.00 EUR,in stock\n`, {}],
    ["names in other cases", `SKU,TITLE,Price,AVAILABILITY\nA,Tee,5.00 EUR,IN STOCK\nB,Hat,5.00 EUR,In_Stock\n`, {}],
    [
      "texts that a spreadsheet must not change",
      `${HEADER}\n"=""A""",Tee,5.00 EUR,in stock\n"=""B""",Hat,5.00 EUR,in stock\n`,
      {},
    ],
    [
      "spaces that do not break, and characters without width",
      `${HEADER}\nA,\u00a0Tee\u00a0,5.00\u00a0EUR,in\u00a0stock\n\u200bB,Hat,5.00 EUR,in stock\n`,
      {},
    ],
  ])("%s", async (_what, file, sent) => {
    const { products, faults } = await read(file, sent);
    expect(faults).toEqual([]);
    expect(products).toMatchObject([A, B]);
  });

  test("a delimiter that may be part of a cell cannot be named", () => {
    for (const delimiter of ["a", "1", ".", "-", '"', "'", " ", "\n", "", "^^", "€", "caret"])
      expect(importPreviewQuery.safeParse({ delimiter }).success).toBe(false);
    for (const delimiter of ["comma", "semicolon", "tab", "pipe", "^", "~", ","])
      expect(importPreviewQuery.safeParse({ delimiter }).success).toBe(true);
  });

  test("200 columns, emoji, HTML and a cell of 100,000 characters", async () => {
    const names = Array.from({ length: 196 }, (_, i) => `extra ${i}`);
    const rest = names.map((_, i) => `"v${i}"`).join(",");
    const long = `<p>${"word &amp; ".repeat(10_000)}</p>`;
    const file = `${HEADER},description,${names.join()}\nA,"Tee 👕 é",5.00 EUR,in stock,"<p>Soft <b>and</b> warm 👍</p>",${rest}\nB,Hat,5.00 EUR,in stock,"${long}",${rest}\n`;
    const { plan, products, faults } = await read(file);
    expect(plan.columns).toHaveLength(201);
    expect(products).toMatchObject([{ ...A, title: "Tee 👕 é", description: "Soft and warm 👍" }, B]);
    expect(faults).toMatchObject([{ pointer: "/description", code: "too_long" }]);
  });

  test("two columns of one name are two columns", async () => {
    const { plan, products } = await read(`sku,title,title,price,availability\nA,Tee,Hemd,5 EUR,in stock\n`, {
      mapping: '{"translations.de.title":"title (2)"}',
    });
    expect(plan.columns).toEqual(["sku", "title", "title (2)", "price", "availability"]);
    expect(products).toMatchObject([{ title: "Tee", translations: { de: { title: "Hemd" } } }]);
  });
});

describe("a workbook of an unusual form is read completely", () => {
  const table = [HEADER.split(","), ["A", "Tee", "5.00 EUR", "in stock"], ["B", "Hat", "5.00 EUR", "in stock"]];

  test("with groups in merged cells above the column names", async () => {
    const { products, faults } = await read(workbookOf([["Product", null, "Offer", null], ...table]));
    expect([products, faults]).toMatchObject([[A, B], []]);
  });

  test("with notes next to the table, however far away", async () => {
    const [header = [], a = [], b = []] = table;
    for (const gap of [1, 600, 16_379]) {
      const { products, faults, plan } = await read(
        workbookOf([header, [...a, ...Array(gap).fill(null), "check!"], b]),
      );
      expect([products, faults, plan.columns.length]).toMatchObject([[A, B], [], header.length]);
    }
  });

  test("with references in lower case", async () => {
    const lower = (rows: typeof table): string =>
      rows
        .map((cells, y) => {
          const inner = cells.map((text, x) => `<c r="${"abcd"[x]}${y + 1}" t="str"><v>${text}</v></c>`).reverse();
          return `<row r="${y + 1}">${inner.join("")}</row>`;
        })
        .join("");
    const file = zipOf({
      "xl/workbook.xml": '<workbook><sheets><sheet name="P" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
      "xl/worksheets/s.xml": `<worksheet><sheetData>${lower(table)}</sheetData></worksheet>`,
    });
    const { products, faults } = await read(file);
    expect([products, faults]).toMatchObject([[A, B], []]);
  });

  test("with an empty sheet before the products, formulas, and cells without references", async () => {
    const cell = (text: string) => `<c t="str"><f>CONCAT("x")</f><v>${text}</v></c>`;
    const file = zipOf({
      "xl/workbook.xml":
        '<workbook><sheets><sheet name="Cover" r:id="r1"/><sheet name="Products" r:id="r2"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="r2" Target="/xl/worksheets/two.xml"/><Relationship Id="r1" Target="worksheets/one.xml"/></Relationships>',
      "xl/worksheets/one.xml": "<worksheet><sheetData/></worksheet>",
      "xl/worksheets/two.xml": `<worksheet><sheetData>${table.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`,
    });
    const { products, faults } = await read(file);
    expect([products, faults]).toMatchObject([[A, B], []]);
  });
});
