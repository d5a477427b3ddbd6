import { FileFault, TooLargeFault } from "./file-fault.js";
import type { ImportPlan } from "./import-plan.js";
import { firstBytes, openFile } from "./open-file.js";
import { readRows } from "./read-rows.js";
import { hasReturnEnds, isUtf32, utf16Of } from "./text-blocks.js";
import { sheetChunks } from "./xlsx/read-workbook.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** No row of any format is shorter. */
const ROW_BYTES_MIN = 2;

export interface RowCountCheck {
  /** The most rows that an import accepts. */
  readonly rowsMax: number;
  /** Whether to read the whole file like an import if the number of lines does not determine the number of rows. */
  readonly isThorough: boolean;
  /** How many unpacked bytes are counted, at most. Default: all. */
  readonly bytesMax?: number | undefined;
}

/**
 * Throws TooLargeFault for a file with too many rows or too much unpacked content, before anything is stored. It counts line
 * ends, or the tags of rows, which takes about one second per gigabyte. Only if there are more of them than allowed rows, it
 * reads row by row.
 */
export async function checkRowCount(path: string, plan: ImportPlan, check: RowCountCheck): Promise<void> {
  try {
    await count(path, plan, check);
  } catch (error) {
    // The import reports where a file is broken, and accepts the rows before.
    if (error instanceof TooLargeFault || !(error instanceof FileFault)) throw error;
  }
}

async function count(path: string, plan: ImportPlan, { rowsMax, isThorough, bytesMax }: RowCountCheck): Promise<void> {
  // The plan is completed by reading all rows, which counts them.
  if (isThorough && plan.requested !== undefined) return;
  const isOfLines = plan.format === "csv" || plan.format === "tsv" || (plan.format === "jsonl" && !plan.variants);
  // An upload that is not compressed has a limit of its own.
  if (!isOfLines && !isThorough && plan.compression === "none") return;
  if (plan.format !== "xlsx") {
    const { lines, bytes } = await sizeOf(path, plan, bytesMax);
    if (isOfLines && lines <= rowsMax) return;
    if (bytes / ROW_BYTES_MIN <= rowsMax) return;
  }
  if (!isOfLines && !isThorough) return;
  if ((await rowTagsMax(path, plan)) <= rowsMax) return;
  for await (const _rows of readRows(path, plan, rowsMax).rows);
}

/** How often the elements of rows may begin in an XML file or a workbook; infinite if only reading it can say. */
async function rowTagsMax(path: string, plan: ImportPlan): Promise<number> {
  const names = plan.format === "xlsx" ? ["row"] : plan.format === "xml" ? rowNamesOf(plan) : [];
  // A record, or a product with its variants, may be several rows.
  if (names.length === 0 || plan.records !== undefined || plan.variants !== undefined) return Number.POSITIVE_INFINITY;
  const beginnings = names.flatMap((name) => [`<${name}`, `:${name}`]).map((text) => Buffer.from(text));
  const chunks = plan.format === "xlsx" ? sheetChunks(path, plan.sheet) : openFile(path, plan.compression).chunks;
  let tags = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && (utf16Of(chunk) !== undefined || isUtf32(chunk))) return Number.POSITIVE_INFINITY;
    isFirst = false;
    // Each may have one that begins in the chunk before.
    for (const text of beginnings) tags += occurrencesIn(chunk, text) + 1;
  }
  return tags;
}

/** Names in other letters than those of ASCII depend on the encoding. */
const rowNamesOf = ({ rows }: ImportPlan): readonly string[] => {
  const names = rows === undefined ? ["item", "entry"] : rows.split("/").slice(-1);
  return names.every((name) => /^[\w.-]+$/.test(name)) ? names : [];
};

/** The unpacked size of the file and its number of line ends of either kind; the last line may have none. */
async function sizeOf(
  path: string,
  { compression, ...marks }: ImportPlan,
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<{ lines: number; bytes: number }> {
  const file = openFile(path, compression);
  let feeds = 0;
  let returns = 0;
  let isOld: boolean | undefined;
  for await (const chunk of firstBytes(file, bytesMax)) {
    isOld ??= hasReturnEnds(chunk, marks);
    feeds += occurrencesIn(chunk, LINE_FEED);
    // Carriage returns are line ends only in rare files.
    if (feeds === 0 || isOld) returns += occurrencesIn(chunk, CARRIAGE_RETURN);
  }
  return { lines: Math.max(feeds, returns), bytes: file.bytesUnpacked() };
}

function occurrencesIn(chunk: Buffer, mark: number | Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(mark); at !== -1; at = chunk.indexOf(mark, at + 1)) count += 1;
  return count;
}
