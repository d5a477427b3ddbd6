import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import type { CorrectionPlan, FaultyRow } from "./correction-format.js";

/** A table of rows to correct: the reasons, then the columns of the file. */
export interface CorrectionTable {
  readonly header: readonly string[];
  /** A row with more or fewer cells than columns keeps them, so that it can be corrected. */
  cellsOf(row: FaultyRow): readonly string[];
}

/** The column of reasons comes first. The reasons of an earlier file of rows to correct are left out. */
export function correctionTable({ columns }: CorrectionPlan): CorrectionTable {
  const former = columns.indexOf(REASONS_COLUMN);
  const without = (cells: readonly string[]): readonly string[] =>
    former < 0 ? cells : cells.filter((_, place) => place !== former);
  return {
    header: [REASONS_COLUMN, ...without(columns)],
    cellsOf({ content, reasons }) {
      if ("cells" in content) return [reasons, ...without(content.cells)];
      return [reasons, "text" in content ? content.text : JSON.stringify(content.members)];
    },
  };
}
