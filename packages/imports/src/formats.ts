import type { ImportFormat } from "@skucast/contracts/imports/import";
import { readCsv } from "./formats/read-csv.js";
import { readJson } from "./formats/read-json.js";
import { readJsonl } from "./formats/read-jsonl.js";
import { readXml } from "./formats/read-xml.js";
import type { RowReader } from "./row.js";

/** The text formats. A workbook is an archive of several files: see readWorkbook. */
export type TextFormat = Exclude<ImportFormat, "xlsx">;

/** The readers of all text formats. */
export const FORMATS = {
  csv: readCsv,
  tsv: readCsv,
  json: readJson,
  jsonl: readJsonl,
  xml: readXml,
} as const satisfies Record<TextFormat, RowReader>;

/** Whether the first row has the column names. In the other formats each row has member names. */
export const hasHeader = (format: ImportFormat): boolean => format === "csv" || format === "tsv" || format === "xlsx";
