import { columnOf } from "./cell-scanner.js";

/** Cells that are shown as one: the first has the value. Columns and rows count from 1. */
export interface MergedCells {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** What a sheet says about its cells behind its rows. */
export interface AfterRows {
  /** Those that span several rows. */
  readonly merged: readonly MergedCells[];
  /** The ids of links by the reference of their cell. */
  readonly links: ReadonlyMap<string, string>;
}

const ENTRIES_MAX = 200_000;
const CHARACTERS_MAX = 16_000_000;
const ROWS_TAG_END = "sheetData>";
const END_OF_ROWS = /<\/(?:[\w.-]{1,20}:)?sheetData>/;
const MERGED = /<(?:[\w.-]+:)?mergeCell\b[^<>]*?\bref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
const LINK = /<(?:[\w.-]+:)?hyperlink\b([^<>]*)>/g;

/** Finds what is behind the rows of a sheet in its XML, which arrives in pieces of bytes. The rows are not parsed. */
export async function readAfterRows(chunks: AsyncIterable<Buffer>): Promise<AfterRows> {
  let before = "";
  let after: string | undefined;
  for await (const chunk of chunks) {
    const text = chunk.toString("latin1");
    if (after !== undefined) {
      after += text;
      if (after.length > CHARACTERS_MAX) break;
      continue;
    }
    const joined = before + text;
    // Searching for a text takes less than half the time of an expression.
    const at = joined.includes(ROWS_TAG_END) ? joined.search(END_OF_ROWS) : -1;
    if (at >= 0) after = joined.slice(at);
    before = joined.slice(-TAG_LENGTH_MAX);
  }
  return after === undefined ? { merged: [], links: new Map() } : { merged: mergedIn(after), links: linksIn(after) };
}

const TAG_LENGTH_MAX = 60;

function mergedIn(xml: string): readonly MergedCells[] {
  const found: MergedCells[] = [];
  for (const [, column = "", from, to] of xml.matchAll(MERGED)) {
    const first = Number(from);
    const last = Number(to);
    if (last > first) found.push({ column: columnOf(column, 0), first, last });
    if (found.length >= ENTRIES_MAX) break;
  }
  return found;
}

function linksIn(xml: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, attributes = ""] of xml.matchAll(LINK)) {
    const ref = /\bref="([A-Z]{1,3}\d{1,7})"/.exec(attributes)?.[1];
    const id = /:id="([^"]{1,100})"/.exec(attributes)?.[1];
    if (ref !== undefined && id !== undefined) found.set(ref, id);
    if (found.size >= ENTRIES_MAX) break;
  }
  return found;
}
