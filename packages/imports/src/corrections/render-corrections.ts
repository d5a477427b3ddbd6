import { LIMITS } from "@skucast/contracts/limits";
import type { ImportPlan } from "../import-plan.js";
import type { CorrectionFormat } from "./correction-format.js";
import { csvCorrections } from "./csv-corrections.js";
import { jsonCorrections, jsonlCorrections } from "./json-corrections.js";
import { workbookCorrections } from "./workbook-corrections.js";
import { xmlCorrections } from "./xml-corrections.js";

/** The formats of corrected files, by the format of the import. */
export const CORRECTION_FORMATS: Readonly<Record<ImportPlan["format"], CorrectionFormat>> = {
  csv: { contentType: "text/csv; charset=utf-8", extension: "csv", write: csvCorrections },
  tsv: { contentType: "text/tab-separated-values; charset=utf-8", extension: "tsv", write: csvCorrections },
  json: { contentType: "application/json", extension: "json", write: jsonCorrections },
  jsonl: { contentType: "application/jsonl; charset=utf-8", extension: "jsonl", write: jsonlCorrections },
  xml: { contentType: "application/xml; charset=utf-8", extension: "xml", write: xmlCorrections },
  xlsx: {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
    write: workbookCorrections,
  },
};

interface Reason {
  readonly severity: "error" | "warning";
  readonly pointer: string;
  readonly column: string | null;
  readonly message: string;
  readonly value: string | null;
}

const REASONS_LENGTH_MAX = 2_000;

/** The errors of a row in one line: `Price: must be an amount (free); warning: Gender: must be one of …`. */
export function reasonsOf(errors: readonly Reason[]): string {
  const sentences = errors
    .slice(0, LIMITS.importErrorsPerRowMax)
    .map(({ severity, pointer, column, message, value }) => {
      const place = column ?? pointer.slice(1);
      const found = value === null || value === "" ? "" : ` (${value.replaceAll(/\s+/g, " ")})`;
      return `${severity === "warning" ? "warning: " : ""}${place === "" ? "" : `${place}: `}${message}${found}`;
    });
  return sentences.join("; ").slice(0, REASONS_LENGTH_MAX).toWellFormed();
}
