import { crc32, deflateRawSync } from "node:zlib";

/** Creates a ZIP archive (APPNOTE 4.3): for each file a local header with its data, then the index. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc32(bytes), 0);
    sums.writeUInt32LE(packed.length, 4);
    sums.writeUInt32LE(bytes.length, 8);
    const common = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sums, lengthOf(name), Buffer.alloc(2)]);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    index.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, place, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(index.length, 4);
  end.writeUInt16LE(index.length, 6);
  end.writeUInt32LE(Buffer.concat(index).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...index, Buffer.from("PK\x05\x06"), end]);
}

function lengthOf(name: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(Buffer.byteLength(name));
  return length;
}

type CellOf = string | number | { readonly date: number } | { readonly inline: string } | boolean | null;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const letters = (place: number): string => String.fromCharCode(65 + place);

/** Creates a workbook with one visible sheet like Excel: with shared strings, and without empty cells. */
export function workbookOf(rows: readonly (readonly CellOf[])[]): Buffer {
  const texts: string[] = [];
  const cellOf = (cell: CellOf, at: string): string => {
    if (cell === null) return "";
    if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === "string") return `<c r="${at}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
    if ("date" in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell.inline)}</t></is></c>`;
  };
  const sheet = rows.map(
    (row, y) => `<row r="${y + 1}">${row.map((cell, x) => cellOf(cell, `${letters(x)}${y + 1}`)).join("")}</row>`,
  );
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml":
      '<workbook><sheets><sheet name="Notes" state="hidden" r:id="rId9"/><sheet name="Products" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet.join("")}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst>${texts.map((text) => `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t>${escaped(text.slice(1))}</t></r></si>`).join("")}</sst>`,
  });
}
