import type { ImportColumn, ImportOptions, ImportPreviewRow, ImportQuestion } from "@skucast/contracts/imports/import";
import { validationFailed } from "@skucast/contracts/problem";
import { decidingColumns } from "./deciding-columns.js";
import type { ImportPlan } from "./import-plan.js";
import { type InspectedFile, inspectFile, inspectWholeFile, openQuestions } from "./inspect-file.js";
import type { CellFault } from "./mapping/draft.js";
import { ruleColumns } from "./mapping/rule-column.js";
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
  const open = inspected.questions.find(({ code }) => code in OF_FILE);
  if (open !== undefined) throw unanswered(open);
  if (!("sku" in inspected.plan.mapping)) throw noSku(inspected);
  const { plan, rows } = await inspectWholeFile(path, inspected);
  const questions = openQuestions({ plan, rows, asked: inspected.asked }, sent.options.mapping);
  return { plan, columns: usesOf(plan), preview: previewOf(plan, rows), questions };
}

/** The questions about a whole file: without an answer, other products than those that are meant could be stored. */
const OF_FILE: Readonly<Record<string, string | undefined>> = {
  encoding: "the file is not UTF-8, and several encodings fit it. Set encoding to that of the readable text",
  sheet:
    "several sheets of the workbook have products. Set sheet to the one that you mean, and import each that you need",
};

function unanswered({ code, answers }: ImportQuestion) {
  const labels = answers.map(({ label }) => label).join(", ");
  const message = `${OF_FILE[code]}: ${labels}`.slice(0, 1_000);
  return validationFailed([{ pointer: `/${code}`, code: "required", message }]);
}

function noSku({ plan: { columns, format }, rows }: InspectedFile) {
  const named = columns.slice(0, COLUMNS_NAMED_MAX).join(", ");
  // An API answers with an object that describes an error, or has an empty list.
  const isAnswer = format === "json" && rows.length <= 1;
  const message = isAnswer
    ? `the file has no list of products, only an object with ${named || "no members"}; if it has products elsewhere, set rows to their path, and sku in mapping`
    : `no column was recognized as the SKU; set it in mapping. Columns: ${named}`;
  return validationFailed([{ pointer: "/mapping/sku", code: "required", message: message.slice(0, 1_000) }]);
}

/** The fields that each column fills; for a column that is mapped to none, those that it decides. */
export function usesOf(plan: ImportPlan): ImportColumn[] {
  const { columns, mapping, combine } = plan;
  const mapped = Object.entries(mapping).flatMap(([target, rule]) =>
    ruleColumns(rule).map((column) => ({ target, column })),
  );
  const uses = [
    ...mapped,
    { target: "translations", column: combine?.locale },
    { target: "prices", column: combine?.currency },
    { target: "inventory_quantity", column: combine?.warehouse },
  ];
  const decided = decidingColumns(plan);
  return columns.map((name) => {
    const filled = uses.filter(({ column }) => column === name);
    const found = filled.length > 0 ? filled : decided.filter(({ column }) => column === name);
    return { name, fields: found.map(({ target }) => target.replace(/#.*/, "")) };
  });
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
