import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { zipOf } from "../testing/zip-of.js";
import { readWorkbook } from "./read-workbook.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-workbooks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PARTS = {
  "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="sheet.xml"/></Relationships>',
  "xl/styles.xml": "<styleSheet/>",
  "xl/sharedStrings.xml": "<sst><si><t>a</t></si></sst>",
  "xl/sheet.xml": '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>',
};

async function read(parts: Partial<typeof PARTS>): Promise<unknown[]> {
  const path = join(folder, "workbook.xlsx");
  writeFileSync(path, zipOf({ ...PARTS, ...parts }));
  const rows = [];
  for await (const some of readWorkbook(path).rows) rows.push(...some);
  return rows;
}

describe("a small workbook takes little memory and time", () => {
  test("if it is usual", async () => {
    expect(await read({})).toEqual([{ line: 1, cells: ["a"] }]);
  });

  test("with a row of many references to one long text, which is as long as the texts together", async () => {
    const texts = `<sst><si><t>${"a".repeat(100_000)}</t></si></sst>`;
    const rowOf = (cells: number) => `<worksheet><row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row></worksheet>`;
    expect(await read({ "xl/sharedStrings.xml": texts, "xl/sheet.xml": rowOf(9) })).toHaveLength(1);
    await expect(read({ "xl/sharedStrings.xml": texts, "xl/sheet.xml": rowOf(10) })).rejects.toThrow(
      "A row is longer than",
    );
  });

  test("with millions of empty texts, which is rejected", async () => {
    const texts = `<sst>${"<si/>".repeat(5_000_001)}</sst>`;
    await expect(read({ "xl/sharedStrings.xml": texts })).rejects.toThrow("too many different texts");
  });

  test.each<[keyof typeof PARTS, string]>([
    ["xl/workbook.xml", '<sheet name="" r:id="r1"/>'],
    ["xl/_rels/workbook.xml.rels", '<Relationship Id="r1" Target="sheet.xml"/>'],
    ["xl/styles.xml", '<xf numFmtId="14"/>'],
  ])("with a very long %s, which is rejected", async (name, element) => {
    const part = `<a>${element.repeat(Math.ceil(20_000_000 / element.length))}</a>`;
    await expect(read({ [name]: part })).rejects.toThrow(`${name} in the workbook has more than`);
  });
});
