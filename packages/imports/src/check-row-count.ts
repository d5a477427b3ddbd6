import { FileFault, TooLargeFault } from "./file-fault.js";
import type { ImportPlan } from "./import-plan.js";
import { openFile } from "./open-file.js";
import { readRows } from "./read-rows.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** No row of any format is shorter. */
const ROW_BYTES_MIN = 2;

export interface RowCountCheck {
  /** Rows that an import takes, at most. */
  readonly rowsMax: number;
  /** Whether a file is read through, as an import reads it, where its lines do not say how many rows it has. */
  readonly isThorough: boolean;
}

/**
 * Throws TooLargeFault for a file that has more rows than an import takes, or unpacks to too much: both are known before
 * anything is stored. Its line ends are counted, which takes about a second a gigabyte; only where there are more of them than
 * rows are allowed is it read row by row.
 */
export async function checkRowCount(path: string, plan: ImportPlan, check: RowCountCheck): Promise<void> {
  try {
    await count(path, plan, check);
  } catch (error) {
    // Where a file breaks off, the import itself says: what is right before that is taken.
    if (error instanceof TooLargeFault || !(error instanceof FileFault)) throw error;
  }
}

async function count(path: string, plan: ImportPlan, { rowsMax, isThorough }: RowCountCheck): Promise<void> {
  const isOfLines = plan.format === "csv" || plan.format === "tsv" || plan.format === "jsonl";
  if (plan.format !== "xlsx") {
    const { lines, bytes } = await sizeOf(path, plan);
    if (isOfLines && lines <= rowsMax) return;
    if (bytes / ROW_BYTES_MIN <= rowsMax) return;
  }
  if (!isOfLines && !isThorough) return;
  for await (const _rows of readRows(path, plan, rowsMax).rows);
}

/** Of the file, unpacked: its bytes, and its line ends, of whichever kind; the last line may have none. */
async function sizeOf(path: string, { compression }: ImportPlan): Promise<{ lines: number; bytes: number }> {
  const { chunks, bytesUnpacked } = openFile(path, compression);
  let feeds = 0;
  let returns = 0;
  for await (const chunk of chunks) {
    feeds += countOf(chunk, LINE_FEED);
    // Files whose lines end with a carriage return alone are rare: there are no line feeds beside them.
    if (feeds === 0) returns += countOf(chunk, CARRIAGE_RETURN);
  }
  return { lines: Math.max(feeds, returns), bytes: bytesUnpacked() };
}

function countOf(chunk: Buffer, byte: number): number {
  let count = 0;
  for (let at = chunk.indexOf(byte); at !== -1; at = chunk.indexOf(byte, at + 1)) count += 1;
  return count;
}
