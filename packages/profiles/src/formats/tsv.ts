import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";
import { type RowIssue, warning } from "../channel/issue.js";
import { beginsQuoted, cellText, quotedList } from "./cell-text.js";
import { cleanText } from "./clean-text.js";
import type { TextFormat } from "./row-writer.js";

/** What TSV cannot hold: control characters anywhere, and a quotation mark at the start or after leading spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const UNSAFE = /[\u0000-\u001f\ufffe\uffff]|^[\s\u0085]*"/;
const BREAK = /\r\n|[\t\n\r\v\f]/;
const BREAKS = new RegExp(BREAK, "g");
const LEADING_QUOTE = /^([\s\u0085]*)"(?=(\S)?)/;

/**
 * TSV without quoting: tabs and line breaks inside a cell become spaces, other control characters are removed. Many readers
 * treat a quotation mark at the start of a cell as the start of a quoted cell and read up to the next one, across rows. It
 * is therefore replaced by a typographic one, so that readers with and without quoting see the same cells. A list whose
 * first item has a comma or a quotation mark keeps it, because partners split lists at commas outside of quotation marks;
 * all its items are quoted, so that the cell also ends with one.
 */
export const tsv: TextFormat = {
  extension: "tsv",
  contentType: "text/tab-separated-values; charset=utf-8",
  collectsRows: false,
  writer: (columns) => ({
    header: () => `${columns.map(({ name }) => name).join("\t")}\n`,
    row: (cells) => tsvRow(cells, columns),
    footer: () => "",
  }),
  issuesOf: (cells, columns) =>
    columns.flatMap((column, place) => {
      const cell = cells[place];
      if (cell === undefined) return [];
      const isList = beginsQuoted(cell, column);
      const text = isList ? quotedList(cell, column) : textOf(cell, column);
      const isChanged = isList ? withoutControls(text) !== text : UNSAFE.test(text);
      return isChanged ? [issueOf(text, column, isList)] : [];
    }),
};

function tsvRow(cells: readonly Cell[], columns: readonly Column[]): string {
  let line = "";
  for (let place = 0; place < columns.length; place += 1) {
    if (place > 0) line += "\t";
    const cell = cells[place];
    if (cell === undefined) continue;
    const column = columns[place];
    if (column !== undefined && typeof cell === "object" && beginsQuoted(cell, column)) {
      line += withoutControls(quotedList(cell, column));
      continue;
    }
    const text = textOf(cell, column);
    line += UNSAFE.test(text) ? safeText(text) : text;
  }
  return `${line}\n`;
}

const textOf = (cell: Exclude<Cell, undefined>, column: Column | undefined): string =>
  typeof cell === "string" || column === undefined ? String(cell) : cellText(cell, column);

const withoutBreaks = (text: string): string => text.replace(BREAKS, " ");
const withoutControls = (text: string): string => cleanText(withoutBreaks(text));

/** The typographic mark is an opening one before a word, a closing one at the end or before a space. */
const safeText = (text: string): string =>
  withoutControls(text).replace(
    LEADING_QUOTE,
    (_, spaces: string, next: string | undefined) => `${spaces}${next === undefined ? "”" : "“"}`,
  );

function issueOf(text: string, { name }: Column, isList: boolean): RowIssue {
  const changes = [
    BREAK.test(text) && "spaces instead of tabs and line breaks",
    cleanText(withoutBreaks(text)) !== withoutBreaks(text) && "no control characters",
    !isList && LEADING_QUOTE.test(withoutControls(text)) && "a typographic quotation mark at the start",
  ].filter((change) => change !== false);
  return warning("changed_by_format", name, `written to TSV with ${changes.join(", ")}`);
}
