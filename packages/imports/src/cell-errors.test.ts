import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createCellCounter } from "./count-cells.js";
import { readRows } from "./read-rows.js";
import { readFileWith } from "./testing/read-file-with.js";
import { workbookOf, zipOf } from "./testing/zip-of.js";
import { cellErrorIn } from "./values/cell-errors.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-cell-errors-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const NAMES = [
  "sku",
  "title",
  "price",
  "currency",
  "availability",
  "stock",
  "gtin",
  "brand",
  "sale_price",
  "image_url",
];
const WHOLE = ["A", "Tee", 5, "EUR", "in stock", 3, "4006381333931", "Acme", 4, "https://s.example/1.jpg"];
/** A row with one cell replaced. */
const withCell = <Cell>(name: string, cell: Cell) => WHOLE.map((one, i) => (NAMES[i] === name ? cell : one));

const FORMULA = { code: "formula_without_result" };
const ERROR = { code: "spreadsheet_error" };

describe("a formula without a result in a workbook", () => {
  test.each([
    ["title", "title", "/title"],
    ["price", "price_amount", "/price_amount"],
    ["stock", "inventory_quantity", "/inventory_quantity"],
    ["gtin", "gtin", "/gtin"],
    ["brand", "brand", "/brand"],
    ["sale_price", "sale_price_amount", "/sale_price_amount"],
    ["image_url", "image_url", "/image_url"],
  ])("in %s is left out with a warning, and removes nothing", async (name, field, pointer) => {
    for (const empty_cells of ["keep", "clear"]) {
      const book = workbookOf([NAMES, withCell(name, { formula: "A2&B2" })]);
      const { rows, faults } = await read(book, { empty_cells });
      expect(faults).toMatchObject([{ ...FORMULA, pointer, column: name, value: "=A2&B2" }]);
      expect(rows).toMatchObject([{ type: "product", line: 2, sku: "A" }]);
      expect(rows[0]).not.toHaveProperty(`body.${field}`);
    }
  });

  test("in the SKU rejects the row, which could be about any product", async () => {
    const { rows } = await read(workbookOf([NAMES, WHOLE, withCell("sku", { formula: "A2" })]));
    expect(rows).toMatchObject([
      { type: "product" },
      { type: "invalid", sku: null, faults: [{ ...FORMULA, pointer: "/sku" }] },
    ]);
  });

  test("in the availability does not leave a product purchasable by its stock of 0", async () => {
    const cells = withCell("availability", { formula: "A2" }).map((cell, i) => (NAMES[i] === "stock" ? 0 : cell));
    const { rows } = await read(workbookOf([NAMES, cells]));
    expect(rows[0]).not.toHaveProperty("body.availability", "in_stock");
  });

  test("counts as a cell with a warning", async () => {
    const { plan } = await read(workbookOf([NAMES, withCell("brand", { formula: "A2" })]));
    const counter = createCellCounter(plan);
    for await (const some of readRows(join(folder, "file"), plan).rows)
      for (const row of some) counter.add(row, "applied", new Set(["brand"]));
    expect(counter.table()[NAMES.indexOf("brand")]).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
  });

  const sheetOf = (cells: string): Buffer =>
    zipOf({
      "[Content_Types].xml": "<Types/>",
      "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1">${["sku", "title", "brand"].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("")}</row><row r="2"><c t="inlineStr"><is><t>A</t></is></c><c t="inlineStr"><is><t>Tee</t></is></c>${cells}</row></sheetData></worksheet>`,
    });

  test.each([
    ["as openpyxl writes it", '<c r="C2"><f>A2</f><v></v></c>', "=A2"],
    ["with an empty element", '<c r="C2"><f>A2</f><v/></c>', "=A2"],
    ["that is shared with another cell", '<c r="C2"><f t="shared" si="0"/></c>', "=…"],
    [
      "with a function that Excel marks",
      '<c r="C2"><f>_xlfn.CONCAT(A2,&quot;x&quot;)</f></c>',
      '=_xlfn.CONCAT(A2,"x")',
    ],
  ])("is found %s", async (_, cell, value) => {
    const { faults } = await read(sheetOf(cell), { empty_cells: "clear" });
    expect(faults).toMatchObject([{ ...FORMULA, pointer: "/brand", value }]);
  });

  test("is none if the result is an empty text, or a link that the formula contains", async () => {
    const empty = await read(sheetOf('<c r="C2" t="str"><f>IF(A2="","",A2)</f><v></v></c>'));
    expect([empty.faults, empty.rows.length]).toEqual([[], 1]);
    const link = await read(sheetOf('<c r="C2"><f>HYPERLINK("https://s.example/a","Link")</f></c>'), {
      mapping: '{"url":"brand"}',
    });
    expect(link.rows[0]).toMatchObject({ body: { url: "https://s.example/a" } });
  });
});

test.each(["#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NV", "#BEZUG!", "#¡REF!", "#VALEUR!", "Err:502"])(
  "the error %s is left out with a warning in text, and removes nothing",
  async (error) => {
    const text = `${NAMES.join()}\n${withCell("brand", error).join()}\n`;
    const { rows, faults } = await read(text, { empty_cells: "clear" });
    expect(faults).toMatchObject([{ ...ERROR, pointer: "/brand", column: "brand", value: error }]);
    expect(rows).toMatchObject([{ type: "product" }]);
    expect(rows[0]).not.toHaveProperty("body.brand");
  },
);

test("the error of a cell in a workbook is one as well, and another column with a value counts", async () => {
  const sheet = sheetWithError();
  expect((await read(sheet, { empty_cells: "clear" })).faults).toMatchObject([{ ...ERROR, pointer: "/brand" }]);
  const mapping = '{"brand":{"column":"brand","otherwise":["title"]}}';
  const { faults, rows } = await read(sheet, { mapping });
  expect(faults).toEqual([]);
  expect(rows[0]).toMatchObject({ body: { brand: "Tee" } });
});

const sheetWithError = (): Buffer =>
  zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml":
      '<worksheet><sheetData><row r="1"><c t="str"><v>sku</v></c><c t="str"><v>title</v></c><c t="str"><v>brand</v></c></row><row r="2"><c t="str"><v>A</v></c><c t="str"><v>Tee</v></c><c t="e"><f>VLOOKUP(A2,X:Y,2)</f><v>#N/A</v></c></row></sheetData></worksheet>',
  });

test.each([
  ["=SUM(A1:A3)", "formula"],
  ["=A1*2", "formula"],
  ["=-B7", "formula"],
  ["='Price list'!C4", "formula"],
  ["=Preise!C4", "formula"],
  ["=WENN(A1>0;1;0)", "formula"],
  ["=1.19*C2", "formula"],
  ["= Best tee =", undefined],
  ["=)", undefined],
  ["=Tee", undefined],
  ["#1 seller", undefined],
  ["#ff0000", undefined],
  ["Err: none", undefined],
])("%s is read as %s", (text, kind) => {
  expect(cellErrorIn(text)).toBe(kind);
});
