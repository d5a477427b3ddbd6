import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { JsonForm } from "@skucast/contracts/channel-profiles/file-form";
import type { Cell } from "../channel/cell.js";
import { valueWriterFor } from "../values/write-values.js";
import { itemsOf } from "./cell-text.js";
import { cleanJson, cleanText } from "./clean-text.js";
import type { Format } from "./row-writer.js";

/** JSON in the form that a profile describes, in UTF-8, with one object per line. */
export function customJson({ shape, key, empty }: JsonForm): Format {
  const isArray = shape === "array";
  const opening = key === undefined ? "[" : `{${cleanJson(key)}:[`;
  const closing = key === undefined ? "]" : "]}";
  return {
    extension: isArray ? "json" : "jsonl",
    contentType: isArray ? "application/json" : "application/jsonl; charset=utf-8",
    // In an array, the text of a row depends on whether it is the first one.
    collectsRows: isArray,
    writer: (columns) => {
      const objectOf = createObjectOf(columns, empty);
      let isFirst = true;
      return {
        header: () => (isArray ? opening : ""),
        row(cells) {
          if (!isArray) return `${objectOf(cells)}\n`;
          const separator = isFirst ? "\n" : ",\n";
          isFirst = false;
          return separator + objectOf(cells);
        },
        footer: () => (isArray ? `\n${closing}\n` : ""),
      };
    },
  };
}

function createObjectOf(columns: readonly Column[], empty: JsonForm["empty"]): (cells: readonly Cell[]) => string {
  const write = valueWriterFor(columns, "json");
  const keys = columns.map(({ name, header = name }) => cleanJson(header));
  return (cells) => {
    const written = write ? write(cells) : cells;
    const members = columns.flatMap((column, place) => {
      const cell = written[place];
      if (cell === undefined || cell === "") return empty === "null" ? [`${keys[place]}:null`] : [];
      return [`${keys[place]}:${jsonOf(cell, column)}`];
    });
    return `{${members.join(",")}}`;
  };
}

function jsonOf(cell: Exclude<Cell, undefined>, column: Column): string {
  if (typeof cell === "string") return JSON.stringify(cleanText(cell));
  return cleanJson(Array.isArray(cell) ? itemsOf(cell, column) : cell);
}
