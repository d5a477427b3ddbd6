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

type CellOf =
  | string
  | number
  | { readonly date: number }
  | { readonly number: number; readonly format: string }
  | { readonly inline: string }
  | { readonly formula: string }
  | boolean
  | null;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const letters = (place: number): string =>
  (place < 26 ? "" : letters(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));

/** Creates a workbook with one visible sheet. */
export const workbookOf = (rows: readonly (readonly CellOf[])[]): Buffer => sheetsOf([rows]);

/** Creates a workbook like Excel: with shared strings, without empty cells, and with a hidden sheet before the others. */
export function sheetsOf(
  sheets: readonly (readonly (readonly CellOf[])[])[],
  { hasDatesFrom1904 = false }: { readonly hasDatesFrom1904?: boolean } = {},
): Buffer {
  const texts: string[] = [];
  const formats = ["dd/mm/yyyy"];
  const styleOf = (format: string): number => {
    if (!formats.includes(format)) formats.push(format);
    return formats.indexOf(format) + 1;
  };
  const cellOf = (cell: CellOf, at: string): string => {
    if (cell === null) return "";
    if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === "string") return `<c r="${at}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
    if ("date" in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
    if ("number" in cell) return `<c r="${at}" s="${styleOf(cell.format)}"><v>${cell.number}</v></c>`;
    if ("formula" in cell) return `<c r="${at}"><f>${escaped(cell.formula)}</f></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell.inline)}</t></is></c>`;
  };
  const sheetOf = (rows: readonly (readonly CellOf[])[]): string =>
    rows
      .map(
        (row, y) => `<row r="${y + 1}">${row.map((cell, x) => cellOf(cell, `${letters(x)}${y + 1}`)).join("")}</row>`,
      )
      .join("");
  const files = sheets.map((rows, i) => [
    `xl/worksheets/sheet${i + 1}.xml`,
    `<worksheet><sheetData>${sheetOf(rows)}</sheetData></worksheet>`,
  ]);
  const names = sheets.map((_, i) => `<sheet name="Sheet ${i + 1}" r:id="rId${i + 1}"/>`).join("");
  const places = sheets
    .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
    .join("");
  const numFmts = formats.map(
    (format, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(format).replaceAll('"', "&quot;")}"/>`,
  );
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook><workbookPr${hasDatesFrom1904 ? ' date1904="1"' : ""}/><sheets><sheet name="Notes" state="hidden" r:id="rId9"/>${names}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${places}</Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts>${numFmts.join("")}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(files),
    "xl/sharedStrings.xml": `<sst>${texts.map((text) => `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t>${escaped(text.slice(1))}</t></r></si>`).join("")}</sst>`,
  });
}
