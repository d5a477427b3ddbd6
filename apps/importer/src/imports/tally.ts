import type { ImportCounts, ImportError } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import type { Fault } from "@skucast/contracts/problem";

/** A fault with its place among those of its row: together they make writing it twice harmless. */
export interface NumberedError extends ImportError {
  readonly number: number;
}

/** What became of some rows. */
export interface Tally {
  readonly counts: ImportCounts;
  readonly errors: readonly NumberedError[];
}

/** The faults of a row as they are stored. */
export const errorsOf = (line: number, sku: string | null, faults: readonly Fault[]): NumberedError[] =>
  faults.slice(0, LIMITS.importErrorsPerRowMax).map((fault, number) => ({
    ...{ line, number, sku },
    ...{ pointer: fault.pointer.slice(0, 300), code: fault.code, message: fault.message.slice(0, 1_000) },
  }));

/** Two counts together. */
export const addCounts = (a: ImportCounts, b: ImportCounts): ImportCounts => ({
  received: a.received + b.received,
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  skipped: a.skipped + b.skipped,
  invalid: a.invalid + b.invalid,
  removed: a.removed + b.removed,
});
