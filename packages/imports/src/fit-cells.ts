import type { ImportPlan } from "./import-plan.js";
import type { RawRow } from "./row.js";
import { decodeEntities } from "./values/plain-text.js";

type Table = Pick<ImportPlan, "columns" | "delimiter" | "format">;

/**
 * A row of a table, with one cell for each column. Undefined for a row of empty cells, which
 * spreadsheets write below a table. Empty cells after the last column are ignored, and cells of columns without a name at
 * the end may be missing.
 */
export function fitCells(row: RawRow, { columns, delimiter, format }: Table): RawRow | undefined {
  const columnCount = columns.length;
  const { line, cells: given } = row;
  if (given === undefined) return row;
  const cells = delimiter === ";" && given.length > columnCount ? withWholeReferences(given) : given;
  if (cells[0]?.trim() === "" && cells.every((cell) => cell.trim() === "")) return undefined;
  if (given.length === columnCount) return row;
  if (cells.length === columnCount) return { line, cells };
  // The cells of a workbook have their places, so others next to the table are notes.
  const isNote = (cell: string): boolean => format === "xlsx" || cell.trim() === "";
  if (cells.length > columnCount && cells.slice(columnCount).every(isNote))
    return { line, cells: cells.slice(0, columnCount) };
  if (cells.length < columnCount && columns.slice(cells.length).every((name) => name === ""))
    return { ...row, cells: [...cells, ...columns.slice(cells.length)] };
  const message = `has ${cells.length} cells, but the header has ${columnCount}`;
  const text = row.text !== undefined && { text: row.text };
  const place = row.endsFile !== undefined && { endsFile: row.endsFile };
  return { line, ...text, ...place, fault: { code: "cell_count", message }, misfit: cells };
}

const REFERENCE_START = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30})$/i;

/** Whether text and a semicolon stand for a character: the end of `Black&White` does not. */
const isReference = (start: string | undefined): boolean =>
  start !== undefined && decodeEntities(`${start};`) !== `${start};`;

/** Joins cells that were split within a character reference: the semicolon of `&eacute;` is not a delimiter. */
function withWholeReferences(cells: readonly string[]): readonly string[] {
  const whole: string[] = [];
  // A reference has no semicolon in it, so it starts in the last of the joined cells.
  let last: string | undefined;
  for (const cell of cells) {
    const before = whole.at(-1);
    if (before !== undefined && last !== undefined && isReference(REFERENCE_START.exec(last)?.[0]))
      whole[whole.length - 1] = `${before};${cell}`;
    else whole.push(cell);
    last = cell;
  }
  return whole;
}
