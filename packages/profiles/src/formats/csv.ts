import type { Cell } from "../channel/cell.js";
import type { Column } from "../profiles/profile.js";
import { cellText } from "./cell-text.js";
import type { Format } from "./row-writer.js";

// A comma, a quote, a line break, or a control character that no reader wants (NUL ends a cell in some).
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const SPECIAL = /[",\u0000-\u001f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/**
 * CSV by RFC 4180: a header, cells quoted only where they must be, quotes doubled. Lines end with LF, which every reader
 * takes; line breaks inside a cell stay as they are. No guard against formulas: it would change the data.
 */
export const csv: Format = {
  extension: "csv",
  contentType: "text/csv; charset=utf-8",
  writer: (columns) => ({
    header: () => `${columns.map(({ name }) => name).join(",")}\n`,
    row: (cells) => csvRow(cells, columns),
  }),
};

function csvRow(cells: readonly Cell[], columns: readonly Column[]): string {
  let line = "";
  for (let place = 0; place < columns.length; place += 1) {
    if (place > 0) line += ",";
    const cell = cells[place];
    if (cell === undefined) continue;
    const column = columns[place];
    const text = typeof cell === "string" || column === undefined ? String(cell) : cellText(cell, column);
    line += SPECIAL.test(text) ? quoted(text) : text;
  }
  return `${line}\n`;
}

function quoted(text: string): string {
  const clean = text.replace(CONTROLS, "");
  return clean.includes('"') ? `"${clean.replaceAll('"', '""')}"` : `"${clean}"`;
}
