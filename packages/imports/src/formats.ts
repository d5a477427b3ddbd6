import type { ImportFormat } from "@skucast/contracts/imports/import";
import { readCsv } from "./formats/read-csv.js";
import { readJson } from "./formats/read-json.js";
import { readJsonl } from "./formats/read-jsonl.js";
import { readXml } from "./formats/read-xml.js";
import type { RowReader } from "./row.js";

/** The formats that are text; a workbook is an archive of several: see readWorkbook. */
export type TextFormat = Exclude<ImportFormat, "xlsx">;

/** The table of contents of what can be read. */
export const FORMATS = {
  csv: readCsv,
  tsv: readCsv,
  json: readJson,
  jsonl: readJsonl,
  xml: readXml,
} as const satisfies Record<TextFormat, RowReader>;

/** Formats whose first row names the columns; the others name the members of each row. */
export const hasHeader = (format: ImportFormat): boolean => format === "csv" || format === "tsv" || format === "xlsx";
