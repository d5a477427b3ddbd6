import { FORMATS } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { openFile } from "./open-file.js";
import { saleorRows } from "./presets/saleor-dump.js";
import type { RawRow } from "./row.js";
import { readWorkbook } from "./xlsx/read-workbook.js";

/** The rows of a file as they stand in it, the header among them, and how far it has been read. */
export interface OpenedRows {
  readonly rows: AsyncIterable<readonly RawRow[]>;
  /** Bytes of the file, as it was sent, that have been read. */
  bytesRead(): number;
  /** Bytes that these were, unpacked. */
  bytesUnpacked(): number;
}

type ReadBy = Pick<ImportPlan, "format" | "compression" | "delimiter" | "encoding" | "rows" | "preset">;

/** Opens a file to be read by its plan; memory does not grow with it. */
export function openRows(path: string, plan: ReadBy): OpenedRows {
  if (plan.format === "xlsx") {
    const { rows, bytesUnpacked, bytesRead } = readWorkbook(path);
    return { rows, bytesUnpacked, bytesRead };
  }
  const { chunks, bytesRead, bytesUnpacked } = openFile(path, plan.compression);
  const rows = FORMATS[plan.format](chunks, plan);
  return { rows: plan.preset === "saleor" ? saleorRows(rows) : rows, bytesRead, bytesUnpacked };
}
