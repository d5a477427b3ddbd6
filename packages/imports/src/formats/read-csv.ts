import type { RowReader } from "../row.js";
import { textBlocks } from "../text-blocks.js";
import { createCsvParser } from "./csv-parser.js";

/** Rows of a CSV or TSV file; the first is the header. */
export const readCsv: RowReader = async function* (chunks, { delimiter }) {
  const parser = createCsvParser(delimiter);
  for await (const block of textBlocks(chunks)) {
    const rows = parser.parse(block);
    if (rows.length > 0) yield rows;
  }
  yield parser.end();
};
