import type { RowOutcome } from "@skucast/catalog/imports/row-outcome";
import type { ImportError } from "@skucast/contracts/imports/import";
import { NO_IMPORT_COUNTS } from "@skucast/contracts/imports/import-counts";
import type { RowResult } from "@skucast/db/imports/outcome-block";
import { encodeRow } from "@skucast/imports/corrections/row-content";
import { createCellCounter, type RowFate } from "@skucast/imports/count-cells";
import { rejectionOf } from "@skucast/imports/judge-rows";
import type { CellFault } from "@skucast/imports/mapping/draft";
import type { GivenRow, ImportRow } from "@skucast/imports/product-reader";
import { type Batch, isSame } from "./batch.js";
import { errorsOf, type FaultyRow, firstNumberOf, type NumberedError, type Tally } from "./tally.js";

interface Results {
  /** SKUs whose rows were recognized as unchanged. */
  readonly same: ReadonlySet<string>;
  /** The other rows, in their order. */
  readonly checked: readonly ImportRow[];
  /** The outcomes of those that are products, in their order. */
  readonly outcomes: readonly RowOutcome[];
}

/** Counts what became of each row of a batch and of each of its cells, in the order of the file. */
export function tallyOf({ work, reader, rows }: Batch, { same, checked, outcomes }: Results): Tally {
  const counts = { ...NO_IMPORT_COUNTS, received: rows.length };
  const errors: NumberedError[] = [];
  const faultyRows: FaultyRow[] = [];
  const rowResults: RowResult[] = [];
  const cells = createCellCounter(work.plan);
  const rest = checked.values();
  const results = outcomes.values();

  /** What became of the last product, which rows may be part of. */
  let fate: RowFate = "skipped";
  /** Whether it has errors or warnings. */
  let isFaulty = false;

  function record({ line, sku }: GivenRow, outcome: RowResult["outcome"], ofCells: string, isWarned = false): void {
    rowResults.push({ line, sku, outcome, isWarned, cells: ofCells });
  }

  function note(given: GivenRow, severity: ImportError["severity"], faults: readonly CellFault[]): void {
    const withColumns = faults.map((fault) => {
      const column = reader.columnOf(fault);
      return column === undefined ? fault : { ...fault, column };
    });
    isFaulty = true;
    keep(given);
    errors.push(...errorsOf(given, severity, withColumns));
  }

  function keep({ raw, line }: GivenRow): void {
    faultyRows.push({ line, number: firstNumberOf(raw), content: encodeRow(raw), errorsBefore: errors.length });
  }

  function reject(given: GivenRow, faults: readonly CellFault[]): void {
    counts.invalid += 1;
    fate = "rejected";
    record(given, "invalid", cells.add(given.raw, "rejected"));
    note(given, "error", faults);
  }

  function accept(given: GivenRow, type: "created" | "updated" | "unchanged", warnings: readonly CellFault[]): void {
    counts[type] += 1;
    fate = type === "unchanged" ? "unchanged" : "applied";
    if (warnings.length === 0) {
      isFaulty = false;
      record(given, type, cells.add(given.raw, fate));
      return;
    }
    const warned = new Set(warnings.flatMap((fault) => reader.columnOf(fault) ?? []));
    record(given, type, cells.add(given.raw, fate, warned), true);
    counts.warned += 1;
    note(given, "warning", warnings);
  }

  for (const given of rows) {
    if (isSame(same, given)) {
      accept(given, "unchanged", []);
      continue;
    }
    const row = rest.next().value;
    if (row === undefined) continue;
    if (row.type === "skipped") {
      counts.skipped += 1;
      record(given, "skipped", cells.addCombined(given.raw, fate));
      // Without the other rows of its product, the corrected row would have no translations, prices or pictures of them.
      if (isFaulty && given.raw.usedColumns) keep(given);
      continue;
    }
    if (row.type === "invalid") {
      reject(given, row.faults);
      continue;
    }
    const outcome = results.next().value;
    if (outcome === undefined) continue;
    if (outcome.type === "invalid") reject(given, rejectionOf(row.warnings, outcome.faults).faults);
    else accept(given, outcome.type, [...row.warnings, ...outcome.warnings]);
  }
  const combinedBy = rows.find(({ raw }) => raw.combinedBy !== undefined)?.raw.combinedBy;
  return { counts, errors, faultyRows, rowResults, cells: cells.table(), combinedBy };
}
