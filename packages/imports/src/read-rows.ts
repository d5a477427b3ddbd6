import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "./file-fault.js";
import { FORMATS, hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { openFile } from "./open-file.js";
import type { RawRow } from "./row.js";

export interface RowsOfFile {
  /** All rows but the header, many at a time. Throws FileFault. */
  readonly rows: AsyncIterable<readonly RawRow[]>;
  /** Bytes of the file, as it was sent, that have been read. */
  bytesRead(): number;
  /** Bytes that these were, unpacked. */
  bytesUnpacked(): number;
}

/** Reads a file by its plan; memory does not grow with it. */
export function readRows(path: string, plan: ImportPlan): RowsOfFile {
  const file = openFile(path, plan.compression);
  const rows = counted(FORMATS[plan.format](file.chunks, plan), hasHeader(plan.format));
  return { rows, bytesRead: file.bytesRead, bytesUnpacked: file.bytesUnpacked };
}

async function* counted(
  source: AsyncIterable<readonly RawRow[]>,
  isHeaded: boolean,
): AsyncGenerator<readonly RawRow[]> {
  let count = 0;
  let isHeader = isHeaded;
  for await (const some of source) {
    const rows = isHeader ? some.slice(1) : some;
    if (some.length > 0) isHeader = false;
    count += rows.length;
    if (count > LIMITS.importRowsMax)
      throw new FileFault(`The file has more than ${LIMITS.importRowsMax} rows; send it in parts.`);
    if (rows.length > 0) yield rows;
  }
}
