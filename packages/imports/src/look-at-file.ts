import type { ImportFormat, ImportPreviewOptions } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, Problem, validationFailed } from "@skucast/contracts/problem";
import { delimiterOf, detectFormat } from "./detect-format.js";
import { FileFault } from "./file-fault.js";
import { FORMATS, hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { columnOf, guessMapping, rulesOf } from "./mapping/guess-mapping.js";
import { type Compression, compressionOf, openFile } from "./open-file.js";
import type { RawRow } from "./row.js";

/** What was sent with a file. */
export interface FileSent {
  readonly mediaType: string | null;
  readonly options: ImportPreviewOptions;
}

/** How a file would be read, whether or not its SKUs are known, and rows of its beginning. */
export interface LookedAt {
  readonly plan: ImportPlan;
  readonly rows: readonly RawRow[];
}

const HEAD_BYTES = 262_144;
/** Rows that are looked at, and one for a header; their members name the columns of a file without one. */
const SAMPLE_ROWS = LIMITS.importPreviewRowsMax + 1;

/** Looks at a file's beginning: its format, its columns, what they become. Throws the Problem that says why it cannot be read. */
export async function lookAtFile(path: string, { mediaType, options }: FileSent): Promise<LookedAt> {
  try {
    const compression = await compressionOf(path);
    const head = await headOf(path, compression);
    const format = options.format ?? detectFormat(head.text, { mediaType, fileName: options.file_name });
    const delimiter = format === "tsv" ? "\t" : delimiterOf(head.text);
    const sample = await sampleOf(head, format, delimiter);
    const columns = columnsOf(sample, format);
    const clears_empty = (options.empty_cells ?? (options.mode === "replace" ? "clear" : "keep")) === "clear";
    const plan = { format, compression, delimiter, columns, clears_empty, ...mappingOf(columns, options) };
    const rows = hasHeader(format) ? sample.slice(1) : sample.slice(0, LIMITS.importPreviewRowsMax);
    return { plan, rows };
  } catch (error) {
    if (error instanceof FileFault) throw new Problem("bad_request", error.message);
    throw error;
  }
}

interface Head {
  readonly bytes: Buffer;
  readonly text: string;
}

/** The first bytes, unpacked, up to the end of a line. */
async function headOf(path: string, compression: Compression): Promise<Head> {
  const pieces: Buffer[] = [];
  let length = 0;
  let isWhole = true;
  for await (const chunk of openFile(path, compression).chunks) {
    pieces.push(chunk);
    length += chunk.length;
    if (length < HEAD_BYTES) continue;
    isWhole = false;
    break;
  }
  const bytes = Buffer.concat(pieces);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const end = isWhole || isUtf16 ? bytes.length : bytes.lastIndexOf(0x0a) + 1 || bytes.length;
  const head = bytes.subarray(0, end);
  return { bytes: head, text: new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(head) };
}

async function sampleOf(head: Head, format: ImportFormat, delimiter: string): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  try {
    for await (const some of FORMATS[format](only(head.bytes), { delimiter })) {
      rows.push(...some);
      if (rows.length > SAMPLE_ROWS) break;
    }
  } catch (error) {
    // The head may end in the middle of an element; what came before it is a sample.
    if (!(error instanceof FileFault) || rows.length === 0) throw error;
  }
  return rows.slice(0, SAMPLE_ROWS);
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  const PIECE = 65_536;
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function columnsOf(sample: readonly RawRow[], format: ImportFormat): string[] {
  const [first] = sample;
  if (!first) throw new FileFault("The file has no rows.");
  const columns = hasHeader(format)
    ? (first.cells ?? []).map((name) => name.trim())
    : [...new Set(sample.flatMap(({ members = {} }) => Object.keys(members)))];
  if (columns.length > LIMITS.importColumnsMax)
    throw new FileFault(`The file has more than ${LIMITS.importColumnsMax} columns.`);
  const twice = columns.find((name, i) => name !== "" && columns.indexOf(name) !== i);
  if (twice !== undefined) throw new FileFault(`The header names the column ${twice.slice(0, 100)} twice.`);
  if (columns.length === 0) throw new FileFault("No row of the file can be read; look at its format.");
  return columns.map((name) => name.slice(0, LIMITS.importColumnNameLengthMax));
}

function mappingOf(
  columns: readonly string[],
  options: ImportPreviewOptions,
): Pick<ImportPlan, "mapping" | "fill_down"> {
  const given = options.mapping ?? {};
  const missing = missingColumns(columns, options);
  if (missing.length > 0) throw validationFailed(missing);
  const guessed = options.guess ? guessMapping(columns, given) : { mapping: rulesOf(given), fillDown: { columns: [] } };
  const fill_down = options.fill_down ? { columns: options.fill_down } : guessed.fillDown;
  return { mapping: guessed.mapping, fill_down };
}

/** Columns that the request names and the file does not have; a member may be missing in the rows of the sample. */
function missingColumns(
  columns: readonly string[],
  { mapping = {}, fill_down = [], format }: ImportPreviewOptions,
): Fault[] {
  if (format === "jsonl" || format === "xml") return [];
  const named = [
    ...Object.entries(mapping).map(([target, rule]) => ({ pointer: `/mapping/${target}`, column: columnOf(rule) })),
    ...fill_down.map((column) => ({ pointer: "/fill_down", column })),
  ];
  return named
    .filter(({ column }) => column !== undefined && !columns.includes(column))
    .map(({ pointer, column }) => ({ pointer, code: "not_found", message: `the file has no column ${column}` }));
}
