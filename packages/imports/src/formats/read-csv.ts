import type { RowReader } from "../row.js";
import { textBlocks } from "../text-blocks.js";
import { createCsvParser } from "./csv-parser.js";

/** Rows of a CSV or TSV file; the first is the header. */
export const readCsv: RowReader = async function* (chunks, { delimiter, quote, encoding }) {
  const parser = createCsvParser(delimiter, quote);
  let isFirst = true;
  for await (const text of textBlocks(chunks, encoding)) {
    const block = isFirst ? withoutSeparatorLine(text) : text;
    isFirst = false;
    const rows = parser.parse(block);
    if (rows.length > 0) yield rows;
  }
  yield parser.end();
};

/** Excel may write a line with the delimiter above the header. It is removed, and its empty line is still counted. */
const withoutSeparatorLine = (text: string): string => text.replace(SEPARATOR_LINE, "");

/** `sep=;` on the first line. */
export const SEPARATOR_LINE = /^"?sep=(.)"?(?=\r?\n)/i;
