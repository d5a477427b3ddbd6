import type { ImportPlan } from "../import-plan.js";
import type { RowContent } from "./row-content.js";

/** A row to correct, and why. */
export interface FaultyRow {
  readonly content: RowContent;
  readonly reasons: string;
}

export type CorrectionPlan = Pick<ImportPlan, "columns" | "delimiter" | "rows">;
export type FaultyRows = AsyncIterable<readonly FaultyRow[]>;

/** Writes rows to correct in the format of an import's file, with a column of reasons. The file is uncompressed UTF-8. */
export interface CorrectionFormat {
  readonly contentType: string;
  readonly extension: string;
  write(plan: CorrectionPlan, rows: FaultyRows): AsyncIterable<string | Uint8Array>;
}
