import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "./file-fault.js";
import { fitCells } from "./fit-cells.js";
import { FORMATS, hasHeader } from "./formats.js";
import { createRowGrouper, type RowGrouper } from "./group-rows.js";
import type { ImportPlan } from "./import-plan.js";
import { columnOf } from "./mapping/rule-column.js";
import { openFile } from "./open-file.js";
import type { RawRow } from "./row.js";

export interface RowsOfFile {
  /** All rows but the header, many at a time. Throws FileFault. */
  readonly rows: AsyncIterable<readonly RawRow[]>;
  /** Bytes of the file, as it was sent, that have been read. */
  bytesRead(): number;
  /** Bytes that these were, unpacked. */
  bytesUnpacked(): number;
}

/** Reads a file by its plan; memory does not grow with it. */
export function readRows(path: string, plan: ImportPlan): RowsOfFile {
  const file = openFile(path, plan.compression);
  const rows = counted(FORMATS[plan.format](file.chunks, plan), plan);
  return { rows, bytesRead: file.bytesRead, bytesUnpacked: file.bytesUnpacked };
}

async function* counted(source: AsyncIterable<readonly RawRow[]>, plan: ImportPlan): AsyncGenerator<readonly RawRow[]> {
  const settle = rowSettler(plan);
  let count = 0;
  let isHeader = hasHeader(plan.format);
  for await (const some of source) {
    const rows = settle.push(isHeader ? some.slice(1) : some);
    if (some.length > 0) isHeader = false;
    count += rows.length;
    if (count > LIMITS.importRowsMax)
      throw new FileFault(`The file has more than ${LIMITS.importRowsMax} rows; send it in parts.`);
    if (rows.length > 0) yield rows;
  }
  const last = settle.end();
  if (last.length > 0) yield last;
}

/** Rows below the header as they are read: with a cell for each column, and put together where they belong together. */
export function rowSettler(plan: ImportPlan): {
  push(rows: readonly RawRow[]): readonly RawRow[];
  end(): readonly RawRow[];
} {
  if (!hasHeader(plan.format)) return { push: (rows) => rows, end: () => [] };
  const count = plan.columns.length;
  const grouper = grouperOf(plan);
  return {
    push(rows) {
      const fitted = rows.flatMap((row) => fitCells(row, count) ?? []);
      return grouper ? fitted.flatMap((row) => grouper.push(row)) : fitted;
    },
    end: () => grouper?.end() ?? [],
  };
}

function grouperOf({ columns, fill_down: fillDown, mapping }: ImportPlan): RowGrouper | undefined {
  if (fillDown.columns.length === 0 && fillDown.parents === undefined && fillDown.images === undefined)
    return undefined;
  const own = ["sku", "price", "price_amount"].flatMap((target) => columnOf(mapping[target] ?? null) ?? []);
  return createRowGrouper({ columns, fillDown, own });
}
