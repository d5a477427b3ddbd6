import type { ImportFormat } from "@skucast/contracts/imports/import";

const ROWS_PER_PIECE = 200;
/** Texts of which each row has another, so that a file compresses like a real one. */
const WORDS = Array.from({ length: 997 }, (_, i) => (i * 2_654_435_761).toString(36));

interface Shape {
  readonly start: string;
  row(cells: Readonly<Record<string, string>>, isFirst: boolean): string;
  readonly end: string;
}

const joined = (cells: Readonly<Record<string, string>>, delimiter: string): string =>
  `${Object.values(cells).join(delimiter)}\n`;
const HEADER = { sku: "sku", title: "title", price: "price", availability: "availability", description: "description" };

const SHAPES: Readonly<Record<ImportFormat, Shape>> = {
  csv: { start: joined(HEADER, ","), row: (cells) => joined(cells, ","), end: "" },
  tsv: { start: joined(HEADER, "\t"), row: (cells) => joined(cells, "\t"), end: "" },
  jsonl: { start: "", row: (cells) => `${JSON.stringify(cells)}\n`, end: "" },
  json: { start: "[", row: (cells, isFirst) => `${isFirst ? "" : ","}${JSON.stringify(cells)}`, end: "]" },
  xml: {
    start: "<rss><channel>",
    row: (cells) =>
      `<item>${Object.entries(cells)
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join("")}</item>\n`,
    end: "</channel></rss>",
  },
  xlsx: {
    start: "<worksheet><sheetData>",
    row: (cells) =>
      `<row>${Object.values(cells)
        .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
        .join("")}</row>`,
    end: "</sheetData></worksheet>",
  },
};

/** How many rows a generated file of a size has, without a header. */
export const rowsIn = (format: ImportFormat, bytes: number): number =>
  Math.ceil(bytes / SHAPES[format].row(cellsOf(0), false).length);

/** The text of a file of products with about this many bytes, piece by piece. For a workbook, the XML of its sheet. */
export function* largeFile(format: ImportFormat, bytes: number): Generator<string> {
  const { start, row, end } = SHAPES[format];
  const rows = rowsIn(format, bytes);
  yield start;
  for (let from = 0; from < rows; from += ROWS_PER_PIECE) {
    let piece = "";
    for (let i = from; i < Math.min(rows, from + ROWS_PER_PIECE); i += 1) piece += row(cellsOf(i), i === 0);
    yield piece;
  }
  yield end;
}

/** Each row has the same length. */
function cellsOf(i: number): Record<string, string> {
  const word = (at: number): string => (WORDS[(i * 31 + at * 7) % WORDS.length] ?? "").padEnd(8, "x").slice(0, 8);
  return {
    sku: skuOf(i),
    title: `Title ${word(1)} ${word(2)}`,
    price: "19.90 EUR",
    availability: "in stock",
    description: Array.from({ length: 20 }, (_, at) => word(at + 3)).join(" "),
  };
}

export const skuOf = (i: number): string => `SKU-${String(i).padStart(9, "0")}`;
