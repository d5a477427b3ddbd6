import { CELL_OUTCOMES, type CellOutcome } from "@skucast/contracts/imports/report";
import type { CombinedRows } from "./combined-rows.js";
import type { ImportPlan } from "./import-plan.js";
import { ruleColumns } from "./mapping/rule-column.js";
import { memberAt } from "./member-at.js";
import type { RawRow } from "./row.js";

/** For each column, how many of its cells had each outcome, in the order of CELL_OUTCOMES. */
export type CellTable = readonly (readonly number[])[];

/** What became of a row: its cells have the same outcome, except those that were left out with a warning. */
export type RowFate = Extract<CellOutcome, "applied" | "unchanged" | "rejected" | "skipped">;

export interface CellCounter {
  /** Adds a row; returns a digit for each column, the position of its cell's outcome in CELL_OUTCOMES. */
  add(row: RawRow, fate: RowFate, warned?: ReadonlySet<string>): string;
  /** Adds a row whose used cells have the outcome of the product that they are part of; the others are skipped. */
  addCombined(row: RawRow, fate: RowFate): string;
  table(): CellTable;
}

const AT = Object.fromEntries(CELL_OUTCOMES.map((outcome, i) => [outcome, i])) as Readonly<Record<CellOutcome, number>>;

/** Counts the cells of rows by their outcome. Each row adds one to each column. Runs for every cell, so it is flat. */
export function createCellCounter({ columns, mapping, combine }: Counted): CellCounter {
  const mapped = new Set([...Object.values(mapping).flatMap(ruleColumns), ...combiningColumns(combine)]);
  const isMapped = columns.map((column) => mapped.has(column));
  const digits = Buffer.alloc(columns.length);
  // Most rows of a file have the same outcomes, so whole rows are counted.
  const rowCounts = new Map<string, number>();
  function addRow(
    { cells, members, combinedBy }: RawRow,
    fate: RowFate,
    others?: ReadonlySet<string>,
    otherAt?: number,
  ): string {
    const fateAt = AT[fate];
    // Rows that are combined late have columns that the plan does not know.
    const late = combinedBy === undefined || combine !== undefined ? NONE : combiningColumns(combinedBy);
    for (let i = 0; i < columns.length; i += 1) {
      const column = columns[i] ?? "";
      const isEmpty = cells ? isBlank(cells[i]) : members !== undefined && isAbsent(memberAt(members, column));
      const at = isEmpty
        ? AT.empty
        : others?.has(column)
          ? (otherAt ?? AT.warned)
          : isMapped[i] || late.includes(column)
            ? fateAt
            : AT.ignored;
      digits[i] = ZERO + at;
    }
    const outcomes = digits.toString("latin1");
    rowCounts.set(outcomes, (rowCounts.get(outcomes) ?? 0) + 1);
    return outcomes;
  }
  return {
    add: (row, fate, warned) => addRow(row, fate, warned),
    addCombined: (row, fate) => addRow(row, "skipped", row.usedColumns, AT[fate]),
    table() {
      const counts = columns.map(() => CELL_OUTCOMES.map(() => 0));
      for (const [outcomes, rows] of rowCounts) {
        for (const [i, column] of counts.entries()) {
          const at = outcomes.charCodeAt(i) - ZERO;
          column[at] = (column[at] ?? 0) + rows;
        }
      }
      return counts;
    },
  };
}

const NONE: readonly string[] = [];

/** The columns by which rows of one product differ. */
const combiningColumns = ({ locale, currency, warehouse, image }: Partial<CombinedRows> = {}): readonly string[] =>
  [locale, currency, warehouse, image].filter((column) => column !== undefined);

type Counted = Pick<ImportPlan, "columns" | "mapping" | "combine">;

const ZERO = 48;
const SPACE = 32;
const isBlank = (cell = ""): boolean => cell === "" || (cell.charCodeAt(0) <= SPACE && cell.trim() === "");
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The sum of two tables of the same columns; one of them may be empty. */
export function addCells(a: CellTable, b: CellTable): CellTable {
  if (a.length === 0) return b;
  return a.map((counts, i) => counts.map((count, outcome) => count + (b[i]?.[outcome] ?? 0)));
}
