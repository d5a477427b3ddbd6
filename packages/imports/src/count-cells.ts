import { CELL_OUTCOMES, type CellOutcome } from "@skucast/contracts/imports/report";
import type { CombinedRows } from "./combined-rows.js";
import { decidingColumns } from "./deciding-columns.js";
import type { ImportPlan } from "./import-plan.js";
import { ruleColumns } from "./mapping/rule-column.js";
import { saleSwitch } from "./mapping/sale-switch.js";
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
export function createCellCounter(plan: Counted): CellCounter {
  const { columns, mapping, combine } = plan;
  const deciding = new Set(decidingColumns(plan).map(({ column }) => column));
  const mapped = new Set([...Object.values(mapping).flatMap(ruleColumns), ...combiningColumns(combine), ...deciding]);
  const isMapped = columns.map((column) => mapped.has(column));
  const sales = saleSwitch(plan);
  const digits = Buffer.alloc(columns.length);
  // Most rows of a file have the same outcomes as the one before, so whole rows are counted.
  const counted = new Map<string, CountedRows>();
  let before: CountedRows | undefined;
  function addRow(row: RawRow, fate: RowFate, others?: ReadonlySet<string>, otherAt?: number): string {
    const { cells, members, combinedBy, inapplicable } = row;
    const fateAt = AT[fate];
    const isOffSale = sales !== undefined && (fate === "applied" || fate === "unchanged") && sales.isOff(row);
    // Rows that are combined late have columns that the plan does not know.
    const late = combinedBy === undefined || combine !== undefined ? NONE : combiningColumns(combinedBy);
    let isAsBefore = before !== undefined;
    for (let i = 0; i < columns.length; i += 1) {
      const column = columns[i] ?? "";
      const isEmpty = cells ? isBlank(cells[i]) : members !== undefined && isAbsent(memberAt(members, column));
      const at = isEmpty
        ? inapplicable?.has(i)
          ? fate === "skipped" || deciding.has(column)
            ? fateAt
            : AT.inapplicable
          : AT.empty
        : others?.has(column)
          ? (otherAt ?? AT.warned)
          : isOffSale && sales?.columns.has(column)
            ? AT.inapplicable
            : isMapped[i] || late.includes(column)
              ? fateAt
              : AT.ignored;
      if (digits[i] !== ZERO + at) isAsBefore = false;
      digits[i] = ZERO + at;
    }
    const rows = isAsBefore && before !== undefined ? before : rowsWith(digits.toString("latin1"));
    rows.count += 1;
    before = rows;
    return rows.outcomes;
  }
  function rowsWith(outcomes: string): CountedRows {
    const known = counted.get(outcomes) ?? { outcomes, count: 0 };
    counted.set(outcomes, known);
    return known;
  }
  return {
    add: (row, fate, warned) => addRow(row, fate, warned),
    addCombined: (row, fate) => addRow(row, "skipped", row.usedColumns, AT[fate]),
    table() {
      const counts = columns.map(() => CELL_OUTCOMES.map(() => 0));
      for (const { outcomes, count } of counted.values()) {
        for (const [i, column] of counts.entries()) {
          const at = outcomes.charCodeAt(i) - ZERO;
          column[at] = (column[at] ?? 0) + count;
        }
      }
      return counts;
    },
  };
}

/** Rows whose cells have the same outcomes. */
interface CountedRows {
  readonly outcomes: string;
  count: number;
}

const NONE: readonly string[] = [];

/** The columns by which rows of one product differ. */
const combiningColumns = ({ locale, currency, warehouse, image }: Partial<CombinedRows> = {}): readonly string[] =>
  [locale, currency, warehouse, image].filter((column) => column !== undefined);

type Counted = Pick<ImportPlan, "columns" | "mapping" | "combine"> &
  Partial<Pick<ImportPlan, "fill_down" | "preset" | "dates">>;

const ZERO = 48;
const SPACE = 32;
const isBlank = (cell = ""): boolean => cell === "" || (cell.charCodeAt(0) <= SPACE && cell.trim() === "");
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The sum of two tables of the same columns; one of them may be empty. */
export function addCells(a: CellTable, b: CellTable): CellTable {
  if (a.length === 0) return b;
  // A table of a former version has fewer outcomes.
  return a.map((counts, i) => {
    const others = b[i] ?? [];
    const [longer, shorter] = counts.length < others.length ? [others, counts] : [counts, others];
    return longer.map((count, outcome) => count + (shorter[outcome] ?? 0));
  });
}
