import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";
import { itemsOf } from "./cell-text.js";
import { cleanJson, cleanText } from "./clean-text.js";
import type { TextFormat } from "./row-writer.js";

/** JSON Lines: one object per line with typed values, in the order of the columns, without empty columns. */
export const jsonl: TextFormat = {
  extension: "jsonl",
  contentType: "application/jsonl; charset=utf-8",
  collectsRows: false,
  writer: (columns) => {
    const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`);
    return { header: () => "", row: (cells) => jsonRow(cells, columns, keys), footer: () => "" };
  },
};

function jsonRow(cells: readonly Cell[], columns: readonly Column[], keys: readonly string[]): string {
  let line = "";
  for (let place = 0; place < columns.length; place += 1) {
    const cell = cells[place];
    if (cell === undefined || cell === "") continue;
    const column = columns[place];
    const value = Array.isArray(cell) && column ? itemsOf(cell, column) : cell;
    line += `${line === "" ? "{" : ","}${keys[place]}${typeof value === "string" ? jsonText(value) : cleanJson(value)}`;
  }
  return line === "" ? "{}\n" : `${line}}\n`;
}

/** A lone surrogate would be written as an escape that many readers reject. */
const jsonText = (text: string): string => JSON.stringify(cleanText(text));
