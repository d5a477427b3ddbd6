import type { ImportPreview } from "@skucast/contracts/imports/import";
import { isForNewProducts } from "@skucast/contracts/imports/is-for-new-products";
import { FileFault } from "./file-fault.js";
import { combineText } from "./find-combined-rows.js";
import type { ImportPlan } from "./import-plan.js";
import { inspectFile, type SentFile } from "./inspect-file.js";
import { countVerdicts, type Judge, type JudgedRow, judgeRows, warningsOf } from "./judge-rows.js";
import { memberAt } from "./member-at.js";
import { PREVIEW_ROWS, usesOf, withSeverity } from "./plan-import.js";
import { createIdentityReader, createRowReader, type ProductReader } from "./product-reader.js";
import { readRows } from "./read-rows.js";
import type { RawRow } from "./row.js";

/** An archive may unpack to gigabytes, and an answer is awaited. */
const BYTES_MAX = 100_000_000;
const SAMPLES_MAX = 3;
const SAMPLE_LENGTH_MAX = 80;
/** A larger file is counted when it is imported. */
const SKUS_MAX = 100_000;

/** Counts the products that a file may remove, and those that one with these SKUs lacks. */
export type CountMissing = (skus: readonly string[]) => Promise<{ readonly live: number; readonly missing: number }>;

type Removal = Pick<ImportPreview["checked"], "removed" | "removable" | "exceeds_removal_limit">;

const NOTHING_REMOVED: Removal = { removed: 0, removable: null, exceeds_removal_limit: false };
const NOT_KNOWN: Removal = { removed: null, removable: null, exceeds_removal_limit: false };

/**
 * Predicts the import of a file from its beginning. If the whole file was sent, `countMissing` says what mode replace would
 * remove. Throws a Problem if the file cannot be read.
 */
export async function previewImport(
  path: string,
  sent: SentFile,
  judge: Judge,
  countMissing?: CountMissing,
): Promise<ImportPreview> {
  const { plan, rows, encoding, parts, questions } = await inspectFile(path, { bytesMax: BYTES_MAX, ...sent });
  const { format, compression, mapping, fill_down, columns, preset = "none", decimal = null, dates = null } = plan;
  const reader = createRowReader(plan);
  const judged = await judgeRows(reader, rows, judge);
  return {
    format,
    compression,
    mapping,
    fill_down: [...fill_down.columns],
    preset,
    combine: plan.combine === undefined ? null : combineText(plan.combine),
    encoding,
    parts: [...parts],
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
    checked: {
      ...countVerdicts(judged),
      ...(sent.options.mode === "replace"
        ? await removalBy(path, { plan, countMissing, ...sent.options })
        : NOTHING_REMOVED),
    },
  };
}

interface Removing {
  readonly plan: ImportPlan;
  readonly countMissing: CountMissing | undefined;
  readonly max_removal_percent: number;
}

/**
 * What the file lacks; not known if only its beginning is known, if it is too large, or if rows lack a SKU. A row that cannot
 * be read may be about any product: then nothing is removed.
 */
async function removalBy(
  path: string,
  { plan, countMissing, max_removal_percent: percentMax }: Removing,
): Promise<Removal> {
  if (countMissing === undefined || !("sku" in plan.mapping)) return NOT_KNOWN;
  const identityOf = createIdentityReader(plan);
  const skus = new Set<string>();
  try {
    for await (const rows of readRows(path, plan).rows)
      for (const row of rows) {
        const found = identityOf(row);
        if (found.type === "unreadable") return NOTHING_REMOVED;
        if (found.type === "sku") skus.add(found.sku);
        if (found.type === "title" || skus.size > SKUS_MAX) return NOT_KNOWN;
      }
  } catch (error) {
    // A file that breaks off, or has too many rows, removes nothing.
    if (error instanceof FileFault) return NOT_KNOWN;
    throw error;
  }
  const { live, missing } = await countMissing([...skus]);
  const isTooMuch = skus.size === 0 || missing * 100 > live * percentMax;
  return { removed: missing, removable: live, exceeds_removal_limit: isTooMuch };
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
  return withSeverity(reader, verdict.faults, "error");
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
