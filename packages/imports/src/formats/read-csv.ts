import type { RawRow, RowReader } from "../row.js";
import { textBlocks } from "../text-blocks.js";
import { createCsvParser } from "./csv-parser.js";

/** Rows of a CSV or TSV file; the first is the header. */
export const readCsv: RowReader = async function* (chunks, { delimiter, quote, encoding, isWrapped }) {
  const parser = createCsvParser(delimiter, quote);
  const unwrap = (rows: readonly RawRow[]) => (isWrapped ? rows.map((row) => unwrapped(row, delimiter)) : rows);
  let isFirst = true;
  for await (const text of textBlocks(chunks, encoding, { delimiter, quote })) {
    const block = isFirst ? withoutSeparatorLine(text) : text;
    isFirst = false;
    const rows = parser.parse(block);
    if (rows.length > 0) yield unwrap(rows);
  }
  yield unwrap(parser.end()).map((row) => ({ ...row, endsFile: true }));
};

/** The cells of a line that was saved as one cell: `"A,Tee,""5,00"""`. */
function unwrapped(row: RawRow, delimiter: string): RawRow {
  const [whole, ...others] = row.cells ?? [];
  if (whole === undefined || others.length > 0) return row;
  const parser = createCsvParser(delimiter);
  const [inner] = [...parser.parse(whole), ...parser.end()];
  return inner?.cells === undefined ? row : { line: row.line, cells: inner.cells };
}

/** Excel may write a line with the delimiter above the header. It is removed, and its empty line is still counted. */
const withoutSeparatorLine = (text: string): string => text.replace(SEPARATOR_LINE, "");

/** `sep=;` on the first line. */
export const SEPARATOR_LINE = /^"?sep=(.)"?(?=\r?\n)/i;
