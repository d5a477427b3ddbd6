import { LIMITS } from "@skucast/contracts/limits";
import { createLateCombiner } from "./combine-late-rows.js";
import { createRowCombiner } from "./combine-rows.js";
import { TooLargeFault } from "./file-fault.js";
import { fitCells } from "./fit-cells.js";
import { hasHeader } from "./formats.js";
import { createRowGrouper, type RowGrouper } from "./group-rows.js";
import type { ImportPlan } from "./import-plan.js";
import { columnOf } from "./mapping/rule-column.js";
import { type OpenedRows, openRows } from "./open-rows.js";
import { presetNamed } from "./presets/presets.js";
import { createReferredParents } from "./referred-parents.js";
import type { RawRow } from "./row.js";
import { createShortRows } from "./short-rows.js";
import { createSummaryRows } from "./summary-rows.js";

/**
 * Reads all rows of a file except the header, many at a time, by its plan. Throws FileFault, also if the file has more
 * than `rowsMax` rows. Memory does not grow with the file.
 */
export function readRows(path: string, plan: ImportPlan, rowsMax: number = LIMITS.importRowsMax): OpenedRows {
  const opened = openRows(path, plan);
  return { ...opened, rows: counted(opened.rows, plan, rowsMax) };
}

async function* counted(
  source: AsyncIterable<readonly RawRow[]>,
  plan: ImportPlan,
  rowsMax: number,
): AsyncGenerator<readonly RawRow[]> {
  const assembler = createRowAssembler(plan);
  let count = 0;
  const checked = (rows: readonly RawRow[]): readonly RawRow[] => {
    count += rows.length;
    if (count <= rowsMax) return rows;
    throw new TooLargeFault(`The file has more than ${rowsMax} rows, the limit of one import; send it in parts.`);
  };
  let above = hasHeader(plan.format) ? (plan.header?.first ?? 1) : 0;
  for await (const some of source) {
    const rows = checked(assembler.push(above > 0 ? some.slice(above) : some));
    above = Math.max(0, above - some.length);
    if (rows.length > 0) yield rows;
  }
  const last = checked(assembler.end());
  if (last.length > 0) yield last;
}

/** Completes the rows below the header: one cell for each column, and rows of one product combined. */
export function createRowAssembler(plan: ImportPlan): {
  push(rows: readonly RawRow[]): readonly RawRow[];
  end(): readonly RawRow[];
} {
  const combiner = combinerOf(plan);
  const combine = (rows: readonly RawRow[]) => combiner?.push(rows) ?? rows;
  const grouper = grouperOf(plan);
  const group = (rows: readonly RawRow[]) => (grouper ? rows.flatMap((row) => grouper.push(row)) : rows);
  if (!hasHeader(plan.format))
    return {
      push: (rows) => combine(group(rows)),
      end: () => [...combine(grouper?.end() ?? []), ...(combiner?.end() ?? [])],
    };
  const shape = presetNamed(plan.preset)?.shape?.(plan.columns);
  const isHeader = (row: RawRow): boolean => row.cells?.every((cell, i) => cell.trim() === names[i]) ?? false;
  const names = plan.columns.map((name) => name.replace(/ \(\d+\)$/, ""));
  const summaries = createSummaryRows(
    plan.columns.length,
    plan.columns.indexOf(columnOf(plan.mapping.sku ?? null) ?? ""),
  );
  const shortRows = createShortRows(plan);
  const complete = (rows: readonly RawRow[]) => shortRows?.push(rows) ?? rows;
  const add = (rows: readonly RawRow[]) => {
    const products = summaries.push(rows);
    return combine(group(shape ? products.flatMap((row) => shape.push(row)) : products));
  };
  return {
    push: (rows) =>
      add(
        complete(
          rows.flatMap((row) => {
            const fitted = fitCells(row, plan);
            if (fitted === undefined) return [];
            // Files that were put together have the names again.
            return isHeader(fitted) ? { ...fitted, isSkipped: true } : fitted;
          }),
        ),
      ),
    end: () => [
      ...add(shortRows?.end() ?? []),
      ...combine([...group(shape?.end() ?? []), ...(grouper?.end() ?? [])]),
      ...(combiner?.end() ?? []),
      ...summaries.end(),
    ],
  };
}

function combinerOf(plan: ImportPlan): ReturnType<typeof createLateCombiner> | undefined {
  if (plan.combine === undefined) return plan.combines_late ? createLateCombiner(plan) : undefined;
  const { push, end } = createRowCombiner(plan, plan.combine);
  return { push: (rows) => rows.flatMap(push), end };
}

function grouperOf({ columns, fill_down: fillDown, mapping, format }: ImportPlan): RowGrouper | undefined {
  if (fillDown.referred !== undefined) return createReferredParents(columns, fillDown.referred);
  if (!hasHeader(format)) return undefined;
  if (fillDown.columns.length === 0 && fillDown.parents === undefined && fillDown.images === undefined)
    return undefined;
  const own = ["sku", "price", "price_amount"].flatMap((target) => columnOf(mapping[target] ?? null) ?? []);
  return createRowGrouper({ columns, fillDown, own });
}
