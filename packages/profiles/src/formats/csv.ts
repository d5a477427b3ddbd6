import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";
import { cellText } from "./cell-text.js";
import { cleanText } from "./clean-text.js";
import type { TextFormat } from "./row-writer.js";

/** What needs quotes, and what `cleanText` removes. A lone surrogate becomes U+FFFD when the text is encoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const SPECIAL = /[",\u0000-\u0008\u000a-\u001f\ufffe\uffff]/;
const QUOTED = /[",\n\r]/;

/**
 * CSV by RFC 4180: a header, cells quoted only if necessary, quotes doubled, control characters removed. Lines end with LF,
 * which every reader accepts; line breaks inside a cell stay as they are. Formulas are not escaped, because that would change the data.
 */
export const csv: TextFormat = {
  extension: "csv",
  contentType: "text/csv; charset=utf-8",
  collectsRows: false,
  writer: (columns) => ({
    header: () => `${columns.map(({ name }) => name).join(",")}\n`,
    row: (cells) => csvRow(cells, columns),
    footer: () => "",
  }),
};

/** Runs for every cell of every row: an empty cell costs one comparison, and text is scanned once. */
function csvRow(cells: readonly Cell[], columns: readonly Column[]): string {
  let line = "";
  let separators = "";
  for (let place = 0; place < columns.length; place += 1) {
    const cell = cells[place];
    if (cell !== undefined) {
      const column = columns[place];
      const text = typeof cell === "string" || column === undefined ? String(cell) : cellText(cell, column);
      line += separators + (SPECIAL.test(text) ? written(text) : text);
      separators = "";
    }
    separators += ",";
  }
  return `${line}${separators.slice(1)}\n`;
}

function written(text: string): string {
  const clean = cleanText(text);
  if (clean !== text && !QUOTED.test(clean)) return clean;
  return clean.includes('"') ? `"${clean.replaceAll('"', '""')}"` : `"${clean}"`;
}
