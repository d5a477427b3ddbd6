import { isUtf8 } from "node:buffer";
import {
  DELIMITERS,
  type ImportFormat,
  type ImportPreviewOptions,
  type ImportQuestion,
} from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, Problem, validationFailed } from "@skucast/contracts/problem";
import { checkRowCount } from "./check-row-count.js";
import { askEncoding } from "./columns/ask-encoding.js";
import { questionsOf } from "./columns/questions.js";
import { isReadingOpen, settleReading } from "./columns/settle-reading.js";
import { delimiterOf, detectFormat, quoteOf } from "./detect-format.js";
import { FileFault } from "./file-fault.js";
import { findHeader } from "./find-header.js";
import { findJsonRows } from "./formats/find-json-rows.js";
import { findXmlRows } from "./formats/find-xml-rows.js";
import { xmlEncodingOf } from "./formats/read-xml.js";
import { FORMATS, hasHeader, type TextFormat } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { guessMapping, rulesOf } from "./mapping/guess-mapping.js";
import { plainName } from "./mapping/known-columns.js";
import { isObjectField } from "./mapping/read-field.js";
import { columnOf } from "./mapping/rule-column.js";
import { columnsIn } from "./member-at.js";
import { type Compression, compressionOf, openFile } from "./open-file.js";
import { openRows } from "./open-rows.js";
import { isWorkbook, onlyFileOf, openZip } from "./open-zip.js";
import { isGoogleGroup } from "./presets/google-groups.js";
import { type RecordPresetName, recordsOf } from "./presets/presets.js";
import { createRowAssembler, readRows } from "./read-rows.js";
import { rejectOtherFiles } from "./reject-other-files.js";
import type { RawRow, ReadOptions } from "./row.js";
import { FALLBACK_ENCODING, isUtf8Marked, utf16Of } from "./text-blocks.js";

/** What was sent with a file. */
export interface SentFile {
  readonly mediaType: string | null;
  readonly options: ImportPreviewOptions;
  /** Rows that an import takes, at most. */
  readonly rowsMax?: number;
}

/** How a file would be read, the rows of its beginning, and open questions. The SKU column may still be unknown. */
export interface InspectedFile {
  readonly plan: ImportPlan;
  readonly rows: readonly RawRow[];
  /** The encoding with which its beginning was read. */
  readonly encoding: string;
  readonly questions: readonly ImportQuestion[];
}

/** How many bytes of a file are inspected: the second number if the first ones do not contain a whole row. */
const HEADS_BYTES = [262_144, LIMITS.importRowBytesMax * 1.5];
/** Sampled rows, plus one for a header. Without a header, the members of these rows are the columns. */
const SAMPLE_ROWS = LIMITS.importPreviewRowsMax + 1;

/**
 * Inspects the beginning of a file: its format, columns and mapping. Checks its size as far as counting lines can. Throws a
 * Problem if the file cannot be imported.
 */
export async function inspectFile(
  path: string,
  { mediaType, options, rowsMax = LIMITS.importRowsMax }: SentFile,
): Promise<InspectedFile> {
  try {
    const beginning = await beginningOf(path, { mediaType, options });
    const { format, compression, read, encoding, records } = beginning;
    const header = hasHeader(format) ? findHeader(beginning.sample, areKnown) : undefined;
    const sample = beginning.sample.slice(header?.row ?? 0);
    const columns = columnsOf(sample, format);
    const clears_empty = (options.empty_cells ?? (options.mode === "replace" ? "clear" : "keep")) === "clear";
    const mapped = mappingOf(columns, options);
    const rough: ImportPlan = {
      format,
      compression,
      ...read,
      columns,
      clears_empty,
      is_strict: options.strict,
      ...mapped,
      ...(records && { records, preset: records }),
      ...(header && { header }),
    };
    const skipped = header === undefined ? 1 : header.first - header.row;
    const rows = settled(rough, hasHeader(format) ? sample.slice(skipped) : sample);
    const reading = settleReading({ ...rough, decimal: options.decimal, dates: options.dates }, rows);
    const plan = { ...rough, ...reading };
    await checkRowCount(path, plan, { rowsMax, isThorough: false });
    return { plan, rows, encoding, questions: [...(beginning.questions ?? []), ...questionsOf(plan, rows)] };
  } catch (error) {
    if (error instanceof FileFault) throw new Problem("bad_request", error.message);
    throw error;
  }
}

/** Whether cells are column names, one of which is recognized as the SKU. */
const areKnown = (cells: readonly string[]): boolean => {
  const { mapping } = guessMapping(
    cells.filter((cell) => cell.trim() !== ""),
    {},
  );
  return "sku" in mapping && Object.keys(mapping).length > 1;
};

interface Beginning {
  readonly format: ImportFormat;
  readonly compression: Compression;
  readonly read: ReadOptions & Pick<ImportPlan, "sheet">;
  readonly sample: readonly RawRow[];
  readonly encoding: string;
  /** The shop whose document has records instead of rows. */
  readonly records?: RecordPresetName;
  /** Encodings that fit the file as well as the one that it was read with. */
  readonly questions?: readonly ImportQuestion[];
}

/** The first rows of a file, and how they were found. */
async function beginningOf(path: string, { mediaType, options }: SentFile): Promise<Beginning> {
  const compression = await compressionOf(path);
  const inner = compression === "zip" ? await lookIntoZip(path) : options.file_name;
  if (inner === null) return workbook(path);
  if (options.format === "xlsx") throw new FileFault("The file is not a workbook (XLSX).");
  const given = { mediaType: compression === "zip" ? null : mediaType, fileName: inner, options };
  for (const bytesMax of HEADS_BYTES) {
    const head = await headOf(path, compression, bytesMax);
    const isLast = head.isWhole || bytesMax === HEADS_BYTES.at(-1);
    const beginning = await beginningIn(head, { ...given, compression, isLast });
    if (beginning === undefined) continue;
    const { records, ...found } = beginning;
    if (records === undefined) return found;
    const plan = { format: found.format, compression, ...found.read, records };
    return { ...beginning, sample: await firstRows(path, plan), questions: [] };
  }
  throw new FileFault("The file has no rows.");
}

interface Given {
  readonly mediaType: string | null;
  readonly fileName: string | undefined;
  readonly options: ImportPreviewOptions;
  readonly compression: Compression;
  /** Whether no more of the file is inspected. */
  readonly isLast: boolean;
}

/** Reads the first bytes of a text file. Undefined if they do not contain a whole row and more of the file is inspected. */
async function beginningIn(
  head: Head,
  { mediaType, fileName, options, compression, isLast }: Given,
): Promise<Beginning | undefined> {
  rejectOtherFiles(head.bytes);
  const format = textFormatIn(options) ?? detectFormat(head.text, { mediaType, fileName });
  const delimiter = options.delimiter
    ? DELIMITERS[options.delimiter]
    : format === "tsv"
      ? "\t"
      : delimiterOf(head.text);
  const rows = options.rows ?? rowsPathOf(format, head.text);
  const quote = hasHeader(format) ? quoteOf(head.text, delimiter) : undefined;
  const read = { delimiter, encoding: options.encoding, rows, ...(quote !== undefined && { quote }) };
  const encoding = encodingOf(head, format, options);
  const sample = await sampleOf(head, format, read).catch((error: unknown) => {
    if (isLast || !(error instanceof FileFault)) throw error;
    return [];
  });
  if (!isLast && !hasWholeRow(sample, format)) return undefined;
  const questions = encoding === FALLBACK_ENCODING && options.encoding === undefined ? askEncoding(head.bytes) : [];
  const records = recordsOf(sample, options.preset);
  return { format, compression, read, sample, encoding, questions, ...(records && { records }) };
}

const textFormatIn = ({ format }: ImportPreviewOptions): TextFormat | undefined =>
  format === "xlsx" ? undefined : format;

/** Whether a sample has a row besides the header. In XML, elements within a long first row may have been taken for rows. */
function hasWholeRow(sample: readonly RawRow[], format: ImportFormat): boolean {
  if (hasHeader(format)) return sample.length > 1;
  const [first] = sample;
  if (first?.members === undefined) return false;
  return format !== "xml" || areKnown(columnsIn(first.members, isWhole));
}

/** The name of the only file in an archive; null for a workbook. */
async function lookIntoZip(path: string): Promise<string | null> {
  const archive = await openZip(path);
  try {
    return isWorkbook(archive) ? null : onlyFileOf(archive);
  } finally {
    archive.close();
  }
}

async function workbook(path: string): Promise<Beginning> {
  const read = { delimiter: ",", encoding: undefined, rows: undefined };
  const plan = { format: "xlsx", compression: "none", ...read } as const;
  const first = { ...plan, read, encoding: "utf-8" };
  const sample = await firstRows(path, plan);
  if (hasKnownHeader(sample)) return { ...first, sample };
  // The products may be behind sheets with instructions.
  for (let sheet = 1; sheet < SHEETS_MAX; sheet += 1) {
    const other = await firstRows(path, { ...plan, sheet });
    if (hasKnownHeader(other)) return { ...first, read: { ...read, sheet }, sample: other };
  }
  return { ...first, sample };
}

const SHEETS_MAX = 20;
const HEADER_ROWS_MAX = 10;
const hasKnownHeader = (rows: readonly RawRow[]): boolean =>
  rows.slice(0, HEADER_ROWS_MAX).some(({ cells = [] }) => areKnown(cells));

async function firstRows(path: string, plan: Parameters<typeof openRows>[1]): Promise<RawRow[]> {
  const sample: RawRow[] = [];
  for await (const some of openRows(path, plan).rows) {
    sample.push(...some);
    if (sample.length > SAMPLE_ROWS) break;
  }
  return sample.slice(0, SAMPLE_ROWS);
}

/** The path of the rows in a file whose format does not define it. */
function rowsPathOf(format: ImportFormat, head: string): string | undefined {
  if (format === "json" && head.trimStart().startsWith("{")) return findJsonRows(head);
  return format === "xml" && !/<(?:\w+:)?(?:item|entry)[\s>]/.test(head) ? findXmlRows(head) : undefined;
}

/** Rows read at a time to find out how numbers and dates are written, if the beginning of the file is ambiguous. */
const BATCH_ROWS = 5_000;

/** Reads the whole file if its beginning leaves open how numbers and dates are written. */
export async function inspectWholeFile(path: string, inspected: InspectedFile): Promise<InspectedFile> {
  let plan = inspected.plan;
  if (!isReadingOpen(plan, inspected.rows)) return inspected;
  let some: RawRow[] = [];
  const look = (): boolean => {
    plan = { ...plan, ...settleReading(plan, some) };
    some = [];
    return isReadingOpen(plan, inspected.rows);
  };
  try {
    for await (const rows of readRows(path, plan).rows) {
      some.push(...rows);
      if (some.length >= BATCH_ROWS && !look()) break;
    }
  } catch (error) {
    // The import reports where a file is broken.
    if (!(error instanceof FileFault)) throw error;
  }
  look();
  return { ...inspected, plan };
}

/** The rows of the sample as the import reads them, with rows of one product combined. */
function settled(plan: ImportPlan, sample: readonly RawRow[]): readonly RawRow[] {
  const assembler = createRowAssembler(plan);
  return [...assembler.push(sample), ...assembler.end()].slice(0, LIMITS.importPreviewRowsMax);
}

interface Head {
  readonly bytes: Buffer;
  readonly text: string;
  /** Whether it is the whole file. */
  readonly isWhole: boolean;
}

/** The first bytes, unpacked, up to the end of a line. */
async function headOf(path: string, compression: Compression, bytesMax: number): Promise<Head> {
  const pieces: Buffer[] = [];
  let length = 0;
  let isWhole = true;
  for await (const chunk of openFile(path, compression).chunks) {
    pieces.push(chunk);
    length += chunk.length;
    if (length < bytesMax) continue;
    isWhole = false;
    break;
  }
  const bytes = Buffer.concat(pieces);
  const utf16 = utf16Of(bytes);
  const end = isWhole || utf16 !== undefined ? bytes.length : bytes.lastIndexOf(0x0a) + 1 || bytes.length;
  const head = bytes.subarray(0, end);
  return { bytes: head, text: new TextDecoder(utf16 ?? "utf-8").decode(head), isWhole };
}

function encodingOf({ bytes }: Head, format: ImportFormat, { encoding }: ImportPreviewOptions): string {
  if (isUtf8Marked(bytes)) return "utf-8";
  if (encoding !== undefined) return encoding;
  if (format === "xml") return xmlEncodingOf(bytes);
  return utf16Of(bytes) ?? (isUtf8(bytes) ? "utf-8" : FALLBACK_ENCODING);
}

async function sampleOf(head: Head, format: TextFormat, options: ReadOptions): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  try {
    for await (const some of FORMATS[format](chunksOf(head.bytes), options)) {
      rows.push(...some);
      if (rows.length > SAMPLE_ROWS) break;
    }
  } catch (error) {
    // The head may end in the middle of an element; the rows before it are a sample.
    if (!(error instanceof FileFault) || rows.length === 0) throw error;
  }
  return rows.slice(0, SAMPLE_ROWS);
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const PIECE = 65_536;
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Objects that are one field, and links and items with their own members in other formats. */
const isWhole = (name: string, value: unknown): boolean =>
  isObjectField(plainName(name)) || isGoogleGroup(plainName(name), value);

function columnsOf(sample: readonly RawRow[], format: ImportFormat): string[] {
  const [first] = sample;
  if (!first) throw new FileFault("The file has no rows.");
  const columns = hasHeader(format)
    ? (first.cells ?? []).map((name) => name.trim())
    : [...new Set(sample.flatMap(({ members = {} }) => columnsIn(members, isWhole)))];
  if (columns.length > LIMITS.importColumnsMax)
    throw new FileFault(`The file has more than ${LIMITS.importColumnsMax} columns.`);
  if (columns.length === 0) throw new FileFault("No row of the file can be read; check its format.");
  return withUniqueNames(columns.map((name) => name.slice(0, LIMITS.importColumnNameLengthMax)));
}

/** Appends a number to repeated column names, from the second on. */
function withUniqueNames(columns: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return columns.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === "" ? name : `${name} (${count})`;
  });
}

function mappingOf(
  columns: readonly string[],
  options: ImportPreviewOptions,
): Pick<ImportPlan, "mapping" | "fill_down" | "preset"> {
  const given = options.mapping ?? {};
  const missing = missingColumns(columns, options);
  if (missing.length > 0) throw validationFailed(missing);
  const guessed = options.guess
    ? guessMapping(columns, given, options.preset)
    : { mapping: rulesOf(given), fillDown: { columns: [] }, preset: "none" as const };
  const { mapping, preset } = guessed;
  return { mapping, preset, fill_down: fillDownOf(options, mapping) ?? guessed.fillDown };
}

/** Rows of one product have the same value in the given column, or in that of the group, otherwise in the title. */
function fillDownOf(
  { fill_down: columns, fill_down_within: within }: ImportPreviewOptions,
  mapping: ImportPlan["mapping"],
): ImportPlan["fill_down"] | undefined {
  if (columns === undefined) return undefined;
  const titles = columnOf(mapping.title ?? null);
  return {
    columns,
    within: within ?? columnOf(mapping.item_group_id ?? null),
    ...(titles !== undefined && { titles: [titles] }),
  };
}

/** Columns in the request that the file does not have. In JSON and XML a member may be missing from the sampled rows. */
function missingColumns(
  columns: readonly string[],
  { mapping = {}, fill_down = [], fill_down_within: within, format }: ImportPreviewOptions,
): Fault[] {
  if (format === "jsonl" || format === "json" || format === "xml") return [];
  const named = [
    ...Object.entries(mapping).map(([target, rule]) => ({ pointer: `/mapping/${target}`, column: columnOf(rule) })),
    ...fill_down.map((column) => ({ pointer: "/fill_down", column })),
    { pointer: "/fill_down_within", column: within },
  ];
  return named
    .filter(({ column }) => column !== undefined && !columns.includes(column))
    .map(({ pointer, column }) => ({ pointer, code: "not_found", message: `the file has no column ${column}` }));
}
