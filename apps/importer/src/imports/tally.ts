import type { ImportCounts, ImportError } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import type { Fault } from "@skucast/contracts/problem";

/** An error and its position among the errors of its row. Line and number identify it, so that writing it twice is harmless. */
export interface NumberedError extends ImportError {
  readonly number: number;
}

/** The results of some rows. */
export interface Tally {
  readonly counts: ImportCounts;
  readonly errors: readonly NumberedError[];
}

/** The errors of a row as they are stored. */
export function errorsOf(
  { line, sku }: { readonly line: number; readonly sku: string | null },
  severity: ImportError["severity"],
  faults: readonly (Fault & { readonly value?: string })[],
): NumberedError[] {
  return faults.slice(0, LIMITS.importErrorsPerRowMax).map((fault, number) => ({
    line,
    number,
    sku,
    pointer: fault.pointer.slice(0, 300),
    code: fault.code,
    message: fault.message.slice(0, 1_000),
    severity,
    value: storable(fault.value),
  }));
}

const VALUE_LENGTH_MAX = 200;

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
const storable = (value: string | undefined): string | null =>
  value === undefined ? null : value.slice(0, VALUE_LENGTH_MAX).replaceAll("\0", "").toWellFormed();

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
