import type { ImportColumn, ImportOptions, ImportPreviewRow, ImportQuestion } from "@skucast/contracts/imports/import";
import { validationFailed } from "@skucast/contracts/problem";
import { questionsOf } from "./columns/questions.js";
import type { ImportPlan } from "./import-plan.js";
import { inspectFile, inspectWholeFile } from "./inspect-file.js";
import type { CellFault } from "./mapping/draft.js";
import { columnOf } from "./mapping/rule-column.js";
import { createRowReader, type ImportRow, type ProductReader } from "./product-reader.js";
import type { RawRow } from "./row.js";

export interface PlannedImport {
  readonly plan: ImportPlan;
  readonly columns: readonly ImportColumn[];
  readonly preview: readonly ImportPreviewRow[];
  readonly questions: readonly ImportQuestion[];
}

/** How many of the first rows are shown. */
export const PREVIEW_ROWS = 5;
const COLUMNS_NAMED_MAX = 30;

/** Plans the import of a file: its format, columns, mapping and first rows. Throws a Problem if it cannot be imported. */
export async function planImport(
  path: string,
  sent: { mediaType: string | null; options: ImportOptions; rowsMax?: number },
): Promise<PlannedImport> {
  const inspected = await inspectFile(path, sent);
  if (!("sku" in inspected.plan.mapping)) throw noSku(inspected.plan.columns);
  const { plan, rows } = await inspectWholeFile(path, inspected);
  const ofEncoding = inspected.questions.filter(({ code }) => code === "encoding");
  const questions = [...ofEncoding, ...questionsOf(plan, rows)];
  return { plan, columns: usesOf(plan), preview: previewOf(plan, rows), questions };
}

function noSku(columns: readonly string[]) {
  const named = columns.slice(0, COLUMNS_NAMED_MAX).join(", ");
  const message = `no column was recognized as the SKU; set it in mapping. Columns: ${named}`;
  return validationFailed([{ pointer: "/mapping/sku", code: "required", message: message.slice(0, 1_000) }]);
}

/** The fields that each column fills. */
export function usesOf({ columns, mapping }: ImportPlan): ImportColumn[] {
  const uses = Object.entries(mapping).map(([target, rule]) => ({ target, column: columnOf(rule) }));
  return columns.map((name) => ({
    name,
    fields: uses.filter(({ column }) => column === name).map(({ target }) => target.replace(/#.*/, "")),
  }));
}

/** The first rows as products, with their errors. */
function previewOf(plan: ImportPlan, rows: readonly RawRow[]): ImportPreviewRow[] {
  const reader = createRowReader(plan);
  return rows.slice(0, PREVIEW_ROWS).map((raw) => {
    const given = reader.find(raw);
    const row = reader.check(given);
    const product = row.type === "product" ? row.body : reader.bodyOf(given);
    return { line: row.line, sku: row.sku, product: { ...product }, errors: errorsOf(reader, row) };
  });
}

/** The errors of a rejected row, or the warnings of an accepted one. */
function errorsOf(reader: ProductReader, row: ImportRow): ImportPreviewRow["errors"] {
  if (row.type === "skipped") return [];
  return row.type === "product"
    ? withSeverity(reader, row.warnings, "warning")
    : withSeverity(reader, row.faults, "error");
}

/** The errors of a previewed row, with their columns. */
export const withSeverity = (
  reader: ProductReader,
  faults: readonly CellFault[],
  severity: "error" | "warning",
): ImportPreviewRow["errors"] =>
  faults.map((fault) => {
    const column = reader.columnOf(fault);
    return { ...fault, severity, ...(column !== undefined && { column }) };
  });
