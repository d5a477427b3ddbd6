import { isAscii } from "node:buffer";
import { delimiterNamed } from "@skucast/contracts/imports/delimiters";
import type { ImportFormat, ImportPreviewOptions, ImportQuestion } from "@skucast/contracts/imports/import";
import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { type Beginning, firstRows, SAMPLE_ROWS } from "./beginning.js";
import { checkRowCount } from "./check-row-count.js";
import { withColumnsByValues } from "./columns/find-by-values.js";
import { findParents } from "./columns/find-parents.js";
import { withoutSomeBuyers } from "./columns/find-some-buyers.js";
import { withoutTranslations } from "./columns/find-translations.js";
import { questionsOf } from "./columns/questions.js";
import { isReadingOpen, settleReading } from "./columns/settle-reading.js";
import { delimiterOf, detectFormat, quoteOf } from "./detect-format.js";
import { detectEncoding } from "./encodings/detect-encoding.js";
import { FileFault } from "./file-fault.js";
import { findCombinedRows, mayCombine } from "./find-combined-rows.js";
import { findHeader } from "./find-header.js";
import { createVariantExpander } from "./formats/expand-variants.js";
import { endOfObject, findJsonProduct } from "./formats/find-json-product.js";
import { findJsonRows } from "./formats/find-json-rows.js";
import { findVariants, hasVariantsAt, isListMapped } from "./formats/find-variants.js";
import { findXmlRows, findXmlVariants } from "./formats/find-xml-rows.js";
import { xmlEncodingOf } from "./formats/read-xml.js";
import { FORMATS, hasHeader, type TextFormat } from "./formats.js";
import { type Head, headOf } from "./head-of-file.js";
import type { ImportPlan, RequestedReading } from "./import-plan.js";
import { inspectWorkbook } from "./inspect-workbook.js";
import { lookIntoZip } from "./look-into-zip.js";
import { mappingOf } from "./mapping-of.js";
import { columnsIn } from "./member-at.js";
import { hasMixedLines, linesNotUtf8 } from "./mixed-lines.js";
import { type Compression, compressionOf } from "./open-file.js";
import { recordsOf } from "./presets/presets.js";
import { createRowAssembler, readRows } from "./read-rows.js";
import { areKnown, isWhole } from "./recognize-product.js";
import { rejectOtherFiles } from "./reject-other-files.js";
import type { RawRow, ReadOptions } from "./row.js";
import { FALLBACK_ENCODING, isUtf8Marked, utf16Of } from "./text-blocks.js";

/** What was sent with a file. */
export interface SentFile {
  readonly mediaType: string | null;
  readonly options: ImportPreviewOptions;
  /** Rows that an import takes, at most. */
  readonly rowsMax?: number;
  /** How many unpacked bytes are looked at, at most. Default: all that are needed to be sure. */
  readonly bytesMax?: number;
}

/** How a file would be read, the rows of its beginning, and open questions. The SKU column may still be unknown. */
export interface InspectedFile {
  readonly plan: ImportPlan;
  readonly rows: readonly RawRow[];
  /** The encoding with which its beginning was read. */
  readonly encoding: string;
  /** What is read of a workbook or an archive: the sheet, or the files. */
  readonly parts: readonly string[];
  readonly questions: readonly ImportQuestion[];
  /** Those of them about texts and prices that were left out of the mapping. */
  readonly asked: readonly ImportQuestion[];
}

/** How many bytes of a file are inspected: the second number if the first ones do not contain a whole row. */
const HEADS_BYTES = [262_144, LIMITS.importRowBytesMax * 1.5];

/**
 * Inspects the beginning of a file: its format, columns and mapping. Checks its size as far as counting lines can. Throws a
 * Problem if the file cannot be imported.
 */
export async function inspectFile(
  path: string,
  { mediaType, options, rowsMax = LIMITS.importRowsMax, bytesMax }: SentFile,
): Promise<InspectedFile> {
  try {
    const beginning = await beginningOf(path, { mediaType, options, ...(bytesMax !== undefined && { bytesMax }) });
    const { format, compression, read, encoding, records } = beginning;
    const header = hasHeader(format) ? findHeader(beginning.sample, areKnown) : undefined;
    const sample = beginning.sample.slice(header?.row ?? 0);
    const columns = columnsOf(sample, format);
    const clears_empty = (options.empty_cells ?? (options.mode === "replace" ? "clear" : "keep")) === "clear";
    const hasMore = beginning.isCut || beginning.sample.length >= SAMPLE_ROWS;
    const mayHaveMembers = hasMore && !hasHeader(format);
    const mapped = mappingOf(columns, { options, format, hasMore: mayHaveMembers });
    const rough: ImportPlan = {
      format,
      compression,
      ...read,
      columns,
      clears_empty,
      ...(options.empty_cells === "keep" && { keeps_sales: true }),
      is_strict: options.strict,
      ...mapped,
      ...(records && { records, preset: records }),
      ...(header && { header }),
      ...(mayHaveMembers && { requested: requestedIn(options) }),
    };
    const skipped = header === undefined ? 1 : header.first - header.row;
    const body = hasHeader(format) ? sample.slice(skipped) : sample;
    if (body.length === 0 && !hasMore) rejectSwallowedRows(columns, read.delimiter);
    const alone = settled(rough, body);
    const given = options.mapping ?? {};
    const combine = findCombinedRows(rough, options.combine, alone);
    const texts =
      options.guess && combine === undefined
        ? withoutTranslations({ ...rough, rows: alone, given })
        : { mapping: rough.mapping, questions: [] };
    const { mapping, questions: ofBuyers } = options.guess
      ? withoutSomeBuyers({
          ...rough,
          mapping: withColumnsByValues({ ...rough, ...texts, rows: alone, given }),
          rows: alone,
          given,
        })
      : { mapping: rough.mapping, questions: [] };
    const asked = [...texts.questions, ...ofBuyers];
    const reading = settleReading({ ...rough, mapping, decimal: options.decimal, dates: options.dates }, alone);
    const late = hasMore && mayCombine(rough, options.combine) && { combines_late: true };
    const referred =
      options.guess && beginning.read.variants === undefined
        ? findParents({ ...rough, mapping, rows: alone, given, hasMore })
        : undefined;
    const isFilled = rough.fill_down.columns.length > 0 || referred === undefined;
    const filled = isFilled ? {} : { fill_down: { ...rough.fill_down, referred } };
    const plan = { ...rough, ...reading, ...filled, ...(combine ? { combine } : late) };
    const rows = combine === undefined && isFilled ? alone : settled(plan, body);
    await checkRowCount(path, plan, { rowsMax, isThorough: false, bytesMax });
    return {
      plan,
      rows,
      encoding,
      parts: beginning.parts ?? [],
      asked,
      questions: [...(beginning.questions ?? []), ...openQuestions({ plan, rows, asked }, given)],
    };
  } catch (error) {
    if (error instanceof FileFault) throw new Problem("bad_request", error.message);
    throw error;
  }
}

/** The questions about the columns of a file. */
export const openQuestions = (
  { plan, rows, asked }: Pick<InspectedFile, "plan" | "rows" | "asked">,
  given: GivenMapping = {},
): ImportQuestion[] => [
  ...asked,
  ...questionsOf(plan, rows, given).filter(({ code }) => asked.length === 0 || !OF_NEW.has(code)),
];

/** What is asked for new products, until it is known what the rows of a file are about. */
const OF_NEW: ReadonlySet<string> = new Set(["title", "price", "availability"]);

/** The first rows of a file, and how they were found. */
async function beginningOf(path: string, { mediaType, options, bytesMax: mostBytes }: SentFile): Promise<Beginning> {
  const compression = await compressionOf(path);
  const parts = compression === "zip" ? await lookIntoZip(path) : [];
  if (parts === null) return inspectWorkbook(path, options.sheet);
  if (options.format === "xlsx") throw new FileFault("The file is not a workbook (XLSX).");
  const [first = options.file_name] = parts;
  const given = { mediaType: compression === "zip" ? null : mediaType, fileName: first, options };
  for (const bytesMax of HEADS_BYTES) {
    const head = await headOf(path, compression, { bytesMax, mostBytes });
    const isLast = head.isWhole || bytesMax === HEADS_BYTES.at(-1);
    const beginning = await beginningIn(head, { ...given, compression, isLast });
    if (beginning === undefined) continue;
    const { records, ...found } = beginning;
    if (records === undefined) return { ...found, parts };
    const plan = { format: found.format, compression, ...found.read, records };
    return { ...beginning, parts, sample: await firstRows(path, plan), questions: [] };
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
    ? delimiterNamed(options.delimiter)
    : format === "tsv"
      ? "\t"
      : delimiterOf(head.text);
  const quote = hasHeader(format) ? quoteOf(head.text, delimiter) : undefined;
  const place = placeOfRows(format, head, options.rows);
  const { encoding, read: readAs, questions } = await encodingOf(head, format, options);
  const given = { delimiter, encoding: readAs, ...place, ...(quote !== undefined && { quote }) };
  const take = (how: ReadOptions) =>
    sampleOf(head, format, how).catch((error: unknown) => {
      if (isLast || !(error instanceof FileFault)) throw error;
      return [];
    });
  const plain = await take(given);
  const wrapped = hasHeader(format) ? wrappedDelimiterOf(plain) : undefined;
  const read = wrapped === undefined ? given : { ...given, delimiter: wrapped, isWrapped: true };
  const sample = wrapped === undefined ? plain : await take(read);
  if (!isLast && !hasWholeRow(sample, format)) return undefined;
  const records = recordsOf(sample, options.preset);
  const isCut = !head.isWhole;
  const found = { format, compression, encoding, questions, isCut };
  if (records !== undefined) return { ...found, read, sample, records };
  const variants =
    hasHeader(format) || !options.guess ? undefined : await variantsIn(sample, { format, head, read, take });
  if (variants === undefined || isListMapped(variants.path, options.mapping)) return { ...found, read, sample };
  return { ...found, read: { ...read, variants: variants.path }, sample: variants.rows };
}

interface Sampled {
  readonly format: TextFormat;
  readonly head: Head;
  readonly read: ReadOptions;
  take(how: ReadOptions): Promise<RawRow[]>;
}

/** The list of variants in the products of a document without a form of its own, and the variants of its first rows. */
async function variantsIn(
  sample: readonly RawRow[],
  { format, head, read, take }: Sampled,
): Promise<{ readonly path: string; readonly rows: readonly RawRow[] } | undefined> {
  const expanded = (path: string, rows: readonly RawRow[]) => ({
    path,
    rows: createVariantExpander(path)(rows).slice(0, SAMPLE_ROWS),
  });
  if (format !== "xml") {
    const path = findVariants(sample);
    return path === undefined ? undefined : expanded(path, sample);
  }
  for (const path of findXmlVariants(head.text, read.rows)) {
    const rows = await take({ ...read, variants: path });
    if (hasVariantsAt(path, rows)) return expanded(path, rows);
  }
  return undefined;
}

/** The delimiter in the only cell of the header, if each line is one cell: some spreadsheets save the lines of a CSV file so. */
function wrappedDelimiterOf([header, ...rows]: readonly RawRow[]): string | undefined {
  const [whole = "", ...others] = header?.cells ?? [];
  if (others.length > 0 || rows.length === 0 || rows.some(({ cells = [] }) => cells.length > 1)) return undefined;
  const delimiter = delimiterOf(whole);
  return areKnown(whole.split(delimiter)) ? delimiter : undefined;
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

/** Where the rows are in a file whose format does not define it: the given path, or the one that is found. */
function placeOfRows(
  format: ImportFormat,
  { text, isWhole }: Head,
  given: string | undefined,
): Pick<ReadOptions, "rows" | "isSingle"> {
  if (format === "xml") return { rows: given ?? findXmlRows(text) };
  if (format !== "json" || !text.trimStart().startsWith("{")) return { rows: given };
  // Other documents may follow the first one.
  const end = endOfObject(text);
  const rows = given ?? findJsonRows(text.slice(0, end));
  const isComplete = isWhole || (end !== undefined && text.slice(end).trim() !== "");
  const product = isComplete ? findJsonProduct(text, rows, given !== undefined) : undefined;
  return product === undefined ? { rows } : { rows: product, isSingle: true };
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

interface FoundEncoding {
  readonly encoding: string;
  /** Undefined: what the reader of the format detects. */
  readonly read: string | undefined;
  readonly questions: readonly ImportQuestion[];
}

async function encodingOf(head: Head, format: ImportFormat, options: ImportPreviewOptions): Promise<FoundEncoding> {
  const { bytes } = head;
  const { encoding: read } = options;
  const found = (encoding: string): FoundEncoding => ({ encoding, read, questions: [] });
  if (isUtf8Marked(bytes)) return found("utf-8");
  if (read !== undefined) return found(read);
  if (format === "xml") return found(xmlEncodingOf(bytes));
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return found(utf16);
  const lines = isAscii(bytes) ? await head.linesNotUtf8() : linesNotUtf8(bytes);
  if (lines.length === 0 || (!isAscii(bytes) && hasMixedLines(bytes))) return found("utf-8");
  const { encoding, questions } = detectEncoding(lines);
  return { encoding: encoding ?? FALLBACK_ENCODING, read: encoding, questions };
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

function columnsOf(sample: readonly RawRow[], format: ImportFormat): string[] {
  const [first] = sample;
  if (!first) throw new FileFault("The file has no rows.");
  const columns = hasHeader(format)
    ? (first.cells ?? []).map((name) => name.replaceAll("\0", "").trim())
    : [...new Set(sample.flatMap(({ members = {} }) => columnsIn(members, isWhole)))];
  if (columns.length > LIMITS.importColumnsMax)
    throw new FileFault(`The file has more than ${LIMITS.importColumnsMax} columns.`);
  if (columns.length === 0) throw new FileFault("No row of the file can be read; check its format.");
  return withUniqueNames(columns.map((name) => name.slice(0, LIMITS.importColumnNameLengthMax)));
}

/** A file with nothing but a header is valid. One whose names hold lines with the delimiter has rows that cannot be read. */
function rejectSwallowedRows(columns: readonly string[], delimiter: string): void {
  const name = columns.find((one) => /[\r\n]/.test(one) && (one.includes(delimiter) || /\r(?!\n)/.test(one)));
  if (name === undefined) return;
  throw new FileFault(
    `The header has no row below it, but a column name of several lines: ${JSON.stringify(name.slice(0, 60))}. Check for a quote that is not closed, and for line ends of two kinds; save the file as CSV again.`,
  );
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

const requestedIn = ({ mapping, guess, decimal, dates }: ImportPreviewOptions): RequestedReading => ({
  guess,
  ...(mapping && { mapping }),
  ...(decimal && { decimal }),
  ...(dates && { dates }),
});
