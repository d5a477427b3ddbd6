import { rowsOfVariants } from "./formats/expand-variants.js";
import { FORMATS } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { openFile } from "./open-file.js";
import { type RecordPresetName, rowsOfRecords } from "./presets/presets.js";
import type { RawRow } from "./row.js";
import { readWorkbook } from "./xlsx/read-workbook.js";

/** The raw rows of a file, including the header, and how far it has been read. */
export interface OpenedRows {
  readonly rows: AsyncIterable<readonly RawRow[]>;
  /** How many bytes of the file have been read. */
  bytesRead(): number;
  /** How many bytes these were after unpacking. */
  bytesUnpacked(): number;
}

type ReadBy = Pick<
  ImportPlan,
  | "format"
  | "compression"
  | "delimiter"
  | "quote"
  | "isWrapped"
  | "sheet"
  | "encoding"
  | "rows"
  | "isSingle"
  | "variants"
  | "preset"
  | "records"
>;

/** Imports that were queued by the previous version have no `records`. */
const formerRecords = ({ preset, format, ...plan }: ReadBy): RecordPresetName | undefined =>
  preset === "saleor" && format === "json" && !("records" in plan) ? "saleor" : undefined;

/** Opens a file for reading by its plan. Memory does not grow with the file. */
export function openRows(path: string, plan: ReadBy): OpenedRows {
  if (plan.format === "xlsx") {
    const { rows, bytesUnpacked, bytesRead } = readWorkbook(path, plan.sheet);
    return { rows, bytesUnpacked, bytesRead };
  }
  const { chunks, bytesRead, bytesUnpacked } = openFile(path, plan.compression);
  const read = FORMATS[plan.format](chunks, plan);
  const rows = plan.variants === undefined ? read : rowsOfVariants(plan.variants, read);
  const records = plan.records ?? formerRecords(plan);
  return { rows: records === undefined ? rows : rowsOfRecords(records, rows), bytesRead, bytesUnpacked };
}
