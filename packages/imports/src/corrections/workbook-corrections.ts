import type { CorrectionPlan, FaultyRows } from "./correction-format.js";
import { escaped } from "./escape-xml.js";
import { correctionTable } from "./table-rows.js";
import { writeZip } from "./write-zip.js";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The longest text that a cell of a workbook may have. */
const CELL_LENGTH_MAX = 32_767;

/** A workbook with one sheet whose cells are texts, so that spreadsheets change no SKU or GTIN. Kept in memory. */
export async function* workbookCorrections(plan: CorrectionPlan, rows: FaultyRows): AsyncGenerator<Uint8Array> {
  const table = correctionTable(plan);
  const lines = [rowOf(table.header)];
  for await (const some of rows) lines.push(...some.map((row) => rowOf(table.cellsOf(row))));
  yield await writeZip({
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${XML}<worksheet xmlns="${MAIN}"><sheetData>${lines.join("")}</sheetData></worksheet>`,
  });
}

const rowOf = (cells: readonly string[]): string => `<row>${cells.map(cellOf).join("")}</row>`;
const cellOf = (text: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_LENGTH_MAX))}</t></is></c>`;
