import type { Cell } from "../channel/cell.js";
import type { Column } from "../profiles/profile.js";
import { itemsOf } from "./cell-text.js";
import type { Format } from "./row-writer.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
const ALL_CONTROLS = new RegExp(CONTROLS, "g");

/** JSON Lines: one object a line with real types, in the order of the columns; a column without a value is left out. */
export const jsonl: Format = {
  extension: "jsonl",
  contentType: "application/jsonl; charset=utf-8",
  writer: (columns) => {
    const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`);
    return { header: () => "", row: (cells) => jsonRow(cells, columns, keys) };
  },
};

function jsonRow(cells: readonly Cell[], columns: readonly Column[], keys: readonly string[]): string {
  let line = "";
  for (let place = 0; place < columns.length; place += 1) {
    const cell = cells[place];
    if (cell === undefined || cell === "") continue;
    const column = columns[place];
    const value = Array.isArray(cell) && column ? itemsOf(cell, column) : cell;
    line += `${line === "" ? "{" : ","}${keys[place]}${typeof value === "string" ? jsonText(value) : JSON.stringify(value)}`;
  }
  return line === "" ? "{}\n" : `${line}}\n`;
}

/** Half a surrogate pair would be written as an escape that many readers refuse: it becomes U+FFFD, as in the others. */
function jsonText(text: string): string {
  const clean = CONTROLS.test(text) ? text.replace(ALL_CONTROLS, "") : text;
  return JSON.stringify(clean.isWellFormed() ? clean : clean.toWellFormed());
}
