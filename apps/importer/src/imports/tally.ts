import type { ImportError } from "@skucast/contracts/imports/import";
import type { ImportCounts } from "@skucast/contracts/imports/import-counts";
import { LIMITS } from "@skucast/contracts/limits";
import type { RowResult } from "@skucast/db/imports/outcome-block";
import type { CombinedRows } from "@skucast/imports/combined-rows";
import type { CellTable } from "@skucast/imports/count-cells";
import type { CellFault } from "@skucast/imports/mapping/draft";
import type { RawRow } from "@skucast/imports/row";

/** An error and its position among the errors of its row. Line and number identify it, so that writing it twice is harmless. */
export interface NumberedError extends ImportError {
  readonly number: number;
}

/** A row with errors or warnings, to be kept so that a user can correct it. */
export interface FaultyRow {
  readonly line: number;
  /** The number of its first error. */
  readonly number: number;
  readonly content: string;
  /** How many errors of the tally come before its own. */
  readonly errorsBefore: number;
}

/** The results of some rows. */
export interface Tally {
  readonly counts: ImportCounts;
  readonly errors: readonly NumberedError[];
  readonly faultyRows: readonly FaultyRow[];
  /** What became of each row, in the order of the file. */
  readonly rowResults: readonly RowResult[];
  readonly cells: CellTable;
  /** The columns by which rows of one product differ, if rows were combined. */
  readonly combinedBy: CombinedRows | undefined;
}

/** The number of a row's first error. Several rows may begin on one line, for example in XML. */
export const firstNumberOf = ({ place = 0 }: { readonly place?: number }): number =>
  place * LIMITS.importErrorsPerRowMax;

/** The errors of a row as they are stored. */
export function errorsOf(
  { line, sku, raw }: { readonly line: number; readonly sku: string | null; readonly raw: RawRow },
  severity: ImportError["severity"],
  faults: readonly CellFault[],
): NumberedError[] {
  return faults.slice(0, LIMITS.importErrorsPerRowMax).map((fault, i) => ({
    line,
    number: firstNumberOf(raw) + i,
    sku,
    pointer: storable(fault.pointer, POINTER_LENGTH_MAX),
    code: fault.code,
    message: storable(fault.message, MESSAGE_LENGTH_MAX),
    severity,
    value: fault.value === undefined ? null : storable(fault.value, VALUE_LENGTH_MAX),
    column: fault.column === undefined ? null : storable(fault.column, VALUE_LENGTH_MAX),
  }));
}

const POINTER_LENGTH_MAX = 300;
const MESSAGE_LENGTH_MAX = 1_000;
const VALUE_LENGTH_MAX = 200;

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
const storable = (text: string, lengthMax: number): string =>
  text.slice(0, lengthMax).replaceAll("\0", "").toWellFormed();

export const addCounts = (a: ImportCounts, b: ImportCounts): ImportCounts => ({
  received: a.received + b.received,
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  skipped: a.skipped + b.skipped,
  invalid: a.invalid + b.invalid,
  warned: (a.warned ?? 0) + b.warned,
  removed: a.removed + b.removed,
});
