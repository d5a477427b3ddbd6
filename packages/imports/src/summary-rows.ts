import type { RawRow } from "./row.js";
import { COUNT, SUM } from "./summary-labels.js";

/** Finds the rows at the end of a table that sum it up, such as `Total;;1.234,50`, and notes below them: they are no products. */
export interface SummaryRows {
  /** The rows that are products. The last ones are kept back while they may be summaries. */
  push(rows: readonly RawRow[]): readonly RawRow[];
  /** The last rows, the summaries and the notes below them marked as skipped. */
  end(): readonly RawRow[];
}

/** If more rows look like summaries, they are not. */
const ROWS_MAX = 10;

/** `skuPlace` is the position of the column with the SKU; -1 if there is none. */
export function createSummaryRows(columnCount: number, skuPlace: number): SummaryRows {
  let held: readonly RawRow[] = [];
  return {
    push(rows) {
      const last = rows.findLastIndex((row) => !isSummary(row, skuPlace) && !isNote(row));
      const isMore = last < 0 && held.length + rows.length <= ROWS_MAX;
      const all = held.length === 0 ? rows : [...held, ...rows];
      const productCount = isMore ? 0 : Math.max(held.length + last + 1, all.length - ROWS_MAX);
      held = all.slice(productCount);
      return productCount === all.length ? all : all.slice(0, productCount);
    },
    end() {
      const first = held.findIndex((row) => isSummary(row, skuPlace));
      return held.map((row, i) => (first >= 0 && i >= first ? skipped(row, columnCount) : row));
    },
  };
}

const skipped = ({ line, cells, misfit = [] }: RawRow, columnCount: number): RawRow => ({
  line,
  cells: cells ?? Array.from({ length: columnCount }, (_, place) => misfit[place] ?? ""),
  isSkipped: true,
});

/** Longer cells are neither a label nor a sum. */
const CELL_LENGTH_MAX = 60;

const cellsOf = ({ cells, misfit = [] }: RawRow): readonly string[] => cells ?? misfit;

/** Whether a row has text in one cell only. */
const isNote = (row: RawRow): boolean => cellsOf(row).filter((cell) => cell.trim() !== "").length === 1;

/** Whether a row has a label of a sum, no SKU, and otherwise only numbers. */
function isSummary(row: RawRow, skuPlace: number): boolean {
  const cells = cellsOf(row);
  let hasLabel = false;
  for (const [place, cell] of cells.entries()) {
    const text = cell.length > CELL_LENGTH_MAX ? cell : cell.trim();
    if (text === "") continue;
    if (text.length > CELL_LENGTH_MAX) return false;
    if (!hasLabel && (SUM.test(text) || COUNT.test(text))) hasLabel = true;
    else if (place === skuPlace || !isNumber(text)) return false;
  }
  return hasLabel;
}

const FORMULA = /^=[A-Z]+\([^)]*\)$/i;
/** A number with a currency or a unit of at most four letters. */
const isNumber = (text: string): boolean =>
  FORMULA.test(text) ||
  (/\d/.test(text) && /^[^\p{L}]*\p{L}{0,4}[^\p{L}]*$/u.test(text) && !/\d[^\d.,'’\s]\d/.test(text));
