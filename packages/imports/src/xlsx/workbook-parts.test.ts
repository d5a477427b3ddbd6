import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { zipOf } from "../testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-workbook-parts-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TEXTS = ["sku", "title", "price", "availability", "A", "Tee", "5 EUR", "in stock"];
const rowOf = (first: number, line: number): string =>
  `<row r="${line}">${[0, 1, 2, 3].map((i) => `<c t="s"><v>${first + i}</v></c>`).join("")}</row>`;
const SHEET = `<worksheet><sheetData>${rowOf(0, 1)}${rowOf(4, 2)}</sheetData></worksheet>`;
const SHARED = `<sst>${TEXTS.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`;
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

test.each([
  [
    "with a number and in upper case, as programs other than Excel name them",
    {
      "xl/workbook2.xml": '<workbook><sheets><sheet name="Products" r:id="rId1"/></sheets></workbook>',
      "xl/_rels/workbook2.xml.rels": `<Relationships>${relation("rId1", "worksheet", "worksheets/Sheet1.xml")}${relation("rId2", "sharedStrings", "SharedStrings.xml")}</Relationships>`,
      "xl/worksheets/sheet1.xml": SHEET,
      "xl/sharedstrings.xml": SHARED,
    },
  ],
  [
    "in other folders, with another prefix for ids",
    {
      "xl/workbook.xml":
        '<x:workbook xmlns:x="x"><x:sheets><x:sheet name="Products" sheetId="1" rel:id="s"/></x:sheets></x:workbook>',
      "xl/_rels/workbook.xml.rels": `<Relationships>${relation("s", "worksheet", "../data/one.xml")}${relation("t", "sharedStrings", "/data/texts.xml")}</Relationships>`,
      "data/one.xml": SHEET,
      "data/texts.xml": SHARED,
    },
  ],
])("the parts of a workbook are found %s", async (_, parts) => {
  const { products, faults } = await read(zipOf(parts));
  expect([products, faults]).toMatchObject([[{ sku: "A", title: "Tee", price_amount: 5 }], []]);
});
