import { LIMITS } from "@skucast/contracts/limits";
import type { Progress } from "./change-import.js";
import type { FaultyRow, Tally } from "./tally.js";

/** Rows with errors that are kept, and the bytes of all that the import then keeps. */
export interface KeptRows {
  readonly rows: readonly FaultyRow[];
  readonly bytes: number;
}

/** Selects the rows whose errors are listed, up to the limit of bytes. */
export function keptRows(
  { errorCount, faultyBytes }: Pick<Progress, "errorCount" | "faultyBytes">,
  { faultyRows }: Pick<Tally, "faultyRows">,
): KeptRows {
  const rows: FaultyRow[] = [];
  let bytes = faultyBytes;
  for (const row of faultyRows) {
    const size = Buffer.byteLength(row.content);
    if (errorCount + row.errorsBefore >= LIMITS.importErrorsMax) break;
    if (bytes + size > LIMITS.importFaultyBytesMax) continue;
    rows.push(row);
    bytes += size;
  }
  return { rows, bytes };
}
