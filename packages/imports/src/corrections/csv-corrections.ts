import type { CorrectionPlan, FaultyRows } from "./correction-format.js";
import { correctionTable } from "./table-rows.js";

const BYTE_ORDER_MARK = "\ufeff";

/** CSV or TSV with the delimiter of the file (RFC 4180), and a byte order mark so that spreadsheets read it as UTF-8. */
export async function* csvCorrections(plan: CorrectionPlan, rows: FaultyRows): AsyncGenerator<string> {
  const table = correctionTable(plan);
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => quoted(cell, plan.delimiter)).join(plan.delimiter)}\r\n`;
  yield BYTE_ORDER_MARK + line(table.header);
  for await (const some of rows) yield some.map((row) => line(table.cellsOf(row).map(withoutFormula))).join("");
}

/** Spreadsheets would run such a cell. The import removes the apostrophe again. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/u;
const NUMBER = /^\s*[+-]?[\d.,]+\s*$/;
const withoutFormula = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell);

function quoted(cell: string, delimiter: string): string {
  const isPlain = !/["\r\n]/.test(cell) && !cell.includes(delimiter) && cell.trim() === cell;
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
