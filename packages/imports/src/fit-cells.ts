import type { RawRow } from "./row.js";

/**
 * A row with one cell for each column. Undefined for a row of empty cells, which spreadsheets write below a table. Empty
 * cells after the last column are ignored.
 */
export function fitCells(row: RawRow, columnCount: number): RawRow | undefined {
  const { line, cells } = row;
  if (cells === undefined) return row;
  if (cells[0]?.trim() === "" && cells.every((cell) => cell.trim() === "")) return undefined;
  if (cells.length === columnCount) return row;
  if (cells.length > columnCount && cells.slice(columnCount).every((cell) => cell.trim() === ""))
    return { line, cells: cells.slice(0, columnCount) };
  const message = `has ${cells.length} cells, but the header has ${columnCount}`;
  return { line, ...(row.text !== undefined && { text: row.text }), fault: { code: "cell_count", message } };
}
