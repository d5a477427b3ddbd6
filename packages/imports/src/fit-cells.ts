import type { RawRow } from "./row.js";

/**
 * A row of a table with this delimiter, with one cell for each column. Undefined for a row of empty cells, which spreadsheets write below a table. Empty
 * cells after the last column are ignored, and cells of columns without a name at the end may be missing.
 */
export function fitCells(row: RawRow, columns: readonly string[], delimiter: string): RawRow | undefined {
  const columnCount = columns.length;
  const { line, cells } = row;
  if (cells === undefined) return row;
  if (cells[0]?.trim() === "" && cells.every((cell) => cell.trim() === "")) return undefined;
  if (cells.length === columnCount) return row;
  if (cells.length > columnCount && cells.slice(columnCount).every((cell) => cell.trim() === ""))
    return { line, cells: cells.slice(0, columnCount) };
  if (cells.length < columnCount && columns.slice(cells.length).every((name) => name === ""))
    return { ...row, cells: [...cells, ...columns.slice(cells.length)] };
  const whole = delimiter === ";" && cells.length > columnCount ? withWholeReferences(cells) : cells;
  if (whole.length === columnCount) return { line, cells: whole };
  const message = `has ${cells.length} cells, but the header has ${columnCount}`;
  const text = row.text !== undefined && { text: row.text };
  return { line, ...text, fault: { code: "cell_count", message }, misfit: cells };
}

const REFERENCE_START = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30})$/i;

/** Joins cells that were split within a character reference: the semicolon of `&eacute;` is not a delimiter. */
function withWholeReferences(cells: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const cell of cells) {
    const before = whole.at(-1);
    if (before !== undefined && REFERENCE_START.test(before)) whole[whole.length - 1] = `${before};${cell}`;
    else whole.push(cell);
  }
  return whole;
}
