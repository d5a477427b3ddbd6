import type { ImportPreview } from "@skucast/contracts/imports/import";
import { isForNewProducts } from "./columns/questions.js";
import { inspectFile, type SentFile } from "./inspect-file.js";
import { countVerdicts, type Judge, type JudgedRow, judgeRows, warningsOf } from "./judge-rows.js";
import { memberAt } from "./member-at.js";
import { PREVIEW_ROWS, usesOf, withSeverity } from "./plan-import.js";
import { createRowReader, type ProductReader } from "./product-reader.js";
import type { RawRow } from "./row.js";

const SAMPLES_MAX = 3;
const SAMPLE_LENGTH_MAX = 80;

/** Predicts the import of a file from its beginning. Throws a Problem if it cannot be read. */
export async function previewImport(path: string, sent: SentFile, judge: Judge): Promise<ImportPreview> {
  const { plan, rows, encoding, questions } = await inspectFile(path, sent);
  const { format, compression, mapping, fill_down, columns, preset = "none", decimal = null, dates = null } = plan;
  const reader = createRowReader(plan);
  const judged = await judgeRows(reader, rows, judge);
  return {
    format,
    compression,
    mapping,
    fill_down: [...fill_down.columns],
    preset,
    encoding,
    decimal,
    dates,
    questions: questions.filter((question) => !isForNewProducts(question) || areNewRejected(judged)),
    columns: usesOf(plan).map((use, place) => ({ ...use, samples: samplesOf(rows, columns[place] ?? "", place) })),
    preview: judged.slice(0, PREVIEW_ROWS).map(({ given, row, verdict }) => ({
      line: row.line,
      sku: row.sku,
      product: { ...(row.type === "product" ? row.body : reader.bodyOf(given)) },
      errors: errorsOfJudged(reader, { given, row, verdict }),
    })),
    checked: countVerdicts(judged),
  };
}

/** Whether rows are rejected, as those of new products without a title, a price or an availability are. */
const areNewRejected = (judged: readonly JudgedRow[]): boolean =>
  judged.length === 0 || judged.some(({ verdict }) => verdict.type === "invalid");

function errorsOfJudged(
  reader: ProductReader,
  { row, verdict }: JudgedRow,
): ImportPreview["preview"][number]["errors"] {
  if (verdict.type === "skipped") return [];
  if (verdict.type !== "invalid") return withSeverity(reader, warningsOf(row, verdict), "warning");
  const warned = row.type === "product" ? row.warnings : [];
  return withSeverity(reader, [...verdict.faults, ...warned], "error");
}

/** The first distinct values of a column. */
function samplesOf(rows: readonly RawRow[], column: string, place: number): string[] {
  const samples = new Set<string>();
  for (const { cells, members } of rows) {
    const text = cells ? (cells[place] ?? "") : textOf(members && memberAt(members, column));
    if (text.trim() !== "") samples.add(text.trim().slice(0, SAMPLE_LENGTH_MAX));
    if (samples.size === SAMPLES_MAX) break;
  }
  return [...samples];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
