import { LIMITS } from "@skucast/contracts/limits";
import type { RawRow, RowFault } from "../row.js";
import { rowTooLong } from "../text-blocks.js";

/** Parses blocks of text into rows (RFC 4180): quoted cells may contain the delimiter, line breaks and doubled quotes. */
export interface CsvParser {
  /** The rows that are complete so far. Empty lines are skipped. */
  parse(block: string): RawRow[];
  /** The last row, if the text did not end with a line break. */
  end(): RawRow[];
}

export function createCsvParser(delimiter: string, quote = '"'): CsvParser {
  const marks = { delimiter, quote };
  let pending = "";
  let line = 1;

  function rowsOf(text: string, isEnd: boolean): RawRow[] {
    const rows: RawRow[] = [];
    let at = 0;
    let quoteAt = text.indexOf(quote);
    while (at < text.length) {
      const breakAt = text.indexOf("\n", at);
      if (breakAt === -1 && !isEnd) break;
      const end = breakAt === -1 ? text.length : breakAt;
      if (quoteAt !== -1 && quoteAt < at) quoteAt = text.indexOf(quote, at);
      if (quoteAt === -1 || quoteAt > end) {
        const content = text.slice(at, text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end);
        if (content !== "") rows.push({ line, text: content, cells: content.split(delimiter) });
        line += 1;
        at = end + 1;
        continue;
      }
      const record = quotedRecord(text, at, marks);
      if (record === undefined) break;
      rows.push({ line, text: text.slice(at, record.next).replace(/\r?\n$/, ""), ...record.row });
      line += record.lineCount;
      at = record.next;
    }
    pending = text.slice(at);
    if (pending.length > LIMITS.importRowBytesMax) throw rowTooLong();
    return rows;
  }

  return {
    parse: (block) => rowsOf(pending === "" ? block : pending + block, false),
    end() {
      const rows = rowsOf(pending, true);
      return pending === ""
        ? rows
        : [...rows, { line, fault: unreadable("a quote that opens here is not closed before the end of the file") }];
    },
  };
}

const unreadable = (message: string): RowFault => ({ code: "unreadable_row", message });

/** The character between cells, and the one around them. */
interface Marks {
  readonly delimiter: string;
  readonly quote: string;
}

interface QuotedRecord {
  readonly row: { readonly cells: readonly string[] } | { readonly fault: RowFault };
  readonly next: number;
  readonly lineCount: number;
}

/** A record that contains a quote; undefined when its end has not arrived yet. */
function quotedRecord(text: string, start: number, { delimiter, quote }: Marks): QuotedRecord | undefined {
  const cells: string[] = [];
  let at = start;
  let breaks = 0;
  for (;;) {
    let cell: string;
    if (text.startsWith(quote, at)) {
      const strict = quotedCell(text, at + 1, quote);
      if (strict === undefined) return undefined;
      const isWhole = isEndOfCell(text, endOfSpaces(text, strict.next, delimiter), delimiter);
      const quoted = isWhole ? strict : (looseCell(text, at + 1, { delimiter, quote }) ?? strict);
      cell = quoted.cell;
      at = endOfSpaces(text, quoted.next, delimiter);
      if (cell.includes("\n")) breaks += cell.split("\n").length - 1;
    } else {
      const end = endOfCell(text, at, delimiter);
      cell = text.slice(at, text.charCodeAt(end) === 10 && text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end);
      at = end;
    }
    cells.push(cell);
    if (text.startsWith(delimiter, at)) at += delimiter.length;
    else if (at >= text.length) return { row: { cells }, next: at, lineCount: breaks + 1 };
    else if (text.charCodeAt(at) === 10) return { row: { cells }, next: at + 1, lineCount: breaks + 1 };
    else if (text.startsWith("\r\n", at)) return { row: { cells }, next: at + 2, lineCount: breaks + 1 };
    else {
      const end = text.indexOf("\n", at);
      const fault = unreadable("text follows a closing quote; double the quotes that belong to the text");
      return { row: { fault }, next: end === -1 ? text.length : end + 1, lineCount: breaks + 1 };
    }
  }
}

function quotedCell(text: string, start: number, quote: string): { cell: string; next: number } | undefined {
  let cell = "";
  let at = start;
  for (;;) {
    const close = text.indexOf(quote, at);
    if (close === -1) return undefined;
    cell += text.slice(at, close);
    if (!text.startsWith(quote, close + 1)) return { cell, next: close + 1 };
    cell += quote;
    at = close + 2;
  }
}

/** Whether a delimiter, a line break or the end of the text follows. */
const isEndOfCell = (text: string, at: number, delimiter: string): boolean =>
  at >= text.length || text.startsWith(delimiter, at) || text.charCodeAt(at) === 10 || text.startsWith("\r\n", at);

/**
 * A cell with quotes that are not doubled, as in `"27" screen, "new" one"`, or have a backslash as MySQL writes them: it ends at the first quote on its line that a
 * delimiter or the line's end follows. Undefined if there is none.
 */
function looseCell(
  text: string,
  start: number,
  { delimiter, quote }: Marks,
): { cell: string; next: number } | undefined {
  const lineEnd = text.indexOf("\n", start);
  const end = lineEnd === -1 ? text.length : lineEnd;
  for (let close = text.indexOf(quote, start); close !== -1 && close < end; close = text.indexOf(quote, close + 1)) {
    if (!isEndOfCell(text, endOfSpaces(text, close + 1, delimiter), delimiter)) continue;
    const cell = text.slice(start, close).replaceAll(quote + quote, quote);
    return { cell: cell.replaceAll(`\\${quote}`, quote), next: close + 1 };
  }
  return undefined;
}

/** Some files are aligned like tables, with spaces after a closing quote. */
function endOfSpaces(text: string, start: number, delimiter: string): number {
  let at = start;
  while ((text[at] === " " || text[at] === "\t") && text[at] !== delimiter) at += 1;
  return at;
}

function endOfCell(text: string, start: number, delimiter: string): number {
  const separator = delimiter.charCodeAt(0);
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator || code === 10) return at;
  }
  return at;
}
