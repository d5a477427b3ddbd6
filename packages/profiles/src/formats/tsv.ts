import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";
import { cellText } from "./cell-text.js";
import type { TextFormat } from "./row-writer.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u001f]/;
const BLANKS = /\r\n|[\t\n\r\v\f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROLS = /[\u0000-\u0008\u000e-\u001f]/g;

/** TSV: a header, no quoting; tabs and line breaks inside a cell become blanks, other control characters go. */
export const tsv: TextFormat = {
  extension: "tsv",
  contentType: "text/tab-separated-values; charset=utf-8",
  collectsRows: false,
  writer: (columns) => ({
    header: () => `${columns.map(({ name }) => name).join("\t")}\n`,
    row: (cells) => tsvRow(cells, columns),
    footer: () => "",
  }),
};

function tsvRow(cells: readonly Cell[], columns: readonly Column[]): string {
  let line = "";
  for (let place = 0; place < columns.length; place += 1) {
    if (place > 0) line += "\t";
    const cell = cells[place];
    if (cell === undefined) continue;
    const column = columns[place];
    const text = typeof cell === "string" || column === undefined ? String(cell) : cellText(cell, column);
    line += CONTROL.test(text) ? text.replace(BLANKS, " ").replace(CONTROLS, "") : text;
  }
  return `${line}\n`;
}
