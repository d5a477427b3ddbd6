import { LIMITS } from "@skucast/contracts/limits";
import { causeOf, FileFault, isOfSystem } from "../file-fault.js";
import type { Output } from "../gunzip-part.js";
import { bounded, rejectTooLarge } from "../open-file.js";
import { openZip, type ZipArchive } from "../open-zip.js";
import type { RawRow } from "../row.js";
import { createChunkDecoder } from "../text-chunks.js";
import { createTagDivider } from "../xml/whole-tags.js";
import { localNameOf } from "../xml/xml-names.js";
import type { Attributes } from "../xml/xml-tokenizer.js";
import { readAfterRows } from "./after-rows.js";
import { type NumberFormat, numberFormatOf } from "./number-formats.js";
import { type PartHandler, parsePart } from "./parse-part.js";
import { createSharedStrings, unescaped } from "./shared-strings.js";
import { createSheetParser } from "./sheet-parser.js";
import { partNamed, relationshipsOf, relationsPart, WORKBOOK } from "./workbook-parts.js";

/** The rows of a workbook's first visible sheet that is not empty, and how much of it has been read. */
export interface Workbook {
  readonly rows: AsyncIterable<readonly RawRow[]>;
  bytesUnpacked(): number;
  /** The bytes read of the file, estimated from the unpacked bytes of the sheet. */
  bytesRead(): number;
}

const RATIO_FROM_BYTES = 50_000_000;

/**
 * Reads an XLSX file (ECMA-376) row by row, or the sheet at a place among those that are not hidden. Its shared strings
 * are kept in memory, its rows are not.
 */
export function readWorkbook(path: string, place?: number): Workbook {
  const out: Output = { bytes: 0 };
  let packed = 0;
  let size = 1;
  async function* rows(): AsyncGenerator<readonly RawRow[]> {
    const archive = await openZip(path);
    try {
      const { sheets, ...known } = await openSheets(archive);
      for (const { file } of place === undefined ? sheets : sheets.slice(place, place + 1)) {
        packed = archive.entries.get(file)?.compressedSize ?? 0;
        size = archive.entries.get(file)?.uncompressedSize || 1;
        let isEmpty = true;
        const after = await afterRowsOf(archive, file);
        for await (const some of rowsOf(archive, file, { known: { ...known, ...after }, out })) {
          isEmpty = false;
          yield some;
        }
        if (!isEmpty) return;
      }
    } finally {
      archive.close();
    }
  }
  return {
    rows: rows(),
    bytesUnpacked: () => out.bytes,
    bytesRead: () => Math.floor(packed * Math.min(1, out.bytes / size)),
  };
}

/** The XML of the sheets from which rows may be read, in UTF-8. */
export async function* sheetChunks(path: string, place?: number): AsyncGenerator<Buffer> {
  const archive = await openZip(path);
  try {
    const { sheets } = await sheetsOf(archive);
    for (const { file } of place === undefined ? sheets : sheets.slice(place, place + 1))
      yield* chunksOf(archive, file, { bytes: 0 });
  } finally {
    archive.close();
  }
}

/** The first rows of each visible sheet, with its name. */
export async function beginningsOfSheets(
  path: string,
  { sheetsMax, rowsMax }: { readonly sheetsMax: number; readonly rowsMax: number },
): Promise<{ readonly name: string; readonly rows: readonly RawRow[] }[]> {
  const archive = await openZip(path);
  try {
    const { sheets, ...known } = await openSheets(archive);
    const beginnings = [];
    for (const { name, file } of sheets.slice(0, sheetsMax)) {
      const rows: RawRow[] = [];
      for await (const some of rowsOf(archive, file, { known, out: { bytes: 0 } })) {
        rows.push(...some);
        if (rows.length >= rowsMax) break;
      }
      beginnings.push({ name, rows: rows.slice(0, rowsMax) });
    }
    return beginnings;
  } finally {
    archive.close();
  }
}

async function openSheets(archive: ZipArchive) {
  const { textsPart, stylesPart, ...sheets } = await sheetsOf(archive);
  return {
    ...sheets,
    texts: await sharedStrings(archive, textsPart),
    styles: await numberStyles(archive, stylesPart),
  };
}

interface Reading {
  readonly known: Parameters<typeof createSheetParser>[0];
  readonly out: Output;
}

async function* rowsOf(archive: ZipArchive, file: string, { known, out }: Reading): AsyncGenerator<RawRow[]> {
  const parser = createSheetParser(known);
  for await (const xml of textsOf(archive, file, out)) {
    const some = parser.write(xml);
    if (some.length > 0) yield some;
  }
}

/** A larger sheet was written by a program, which merges no cells and writes addresses as text. */
const AFTER_ROWS_BYTES_MAX = 32_000_000;

/** The merged cells of a sheet, and the targets of its links. */
async function afterRowsOf(archive: ZipArchive, file: string): Promise<Pick<Reading["known"], "merged" | "links">> {
  const sizeOf = (name: string): number => archive.entries.get(name)?.uncompressedSize ?? Number.POSITIVE_INFINITY;
  if (sizeOf(file) > AFTER_ROWS_BYTES_MAX) return {};
  const { merged, links } = await readAfterRows(chunksOf(archive, file, { bytes: 0 }));
  const relations = relationsPart(archive.entries, file);
  if (links.size === 0 || sizeOf(relations) > LISTS_BYTES_MAX) return { merged };
  const targets = new Map<string, string>();
  await read(archive, relations, {
    open: (name, { Id = "", Target = "", TargetMode }) => {
      if (name === "Relationship" && TargetMode === "External") targets.set(Id, Target);
    },
  });
  return { merged, links: new Map([...links].map(([ref, id]) => [ref, targets.get(id) ?? ""])) };
}

async function* textsOf(archive: ZipArchive, name: string, out: Output): AsyncGenerator<string> {
  const decode = createChunkDecoder("utf-8", { fatal: false });
  const divider = createTagDivider();
  for await (const chunk of chunksOf(archive, name, out)) yield decode(divider.push(chunk));
  yield decode(divider.end());
}

async function* chunksOf(archive: ZipArchive, name: string, out: Output): AsyncGenerator<Buffer> {
  const { compressedSize = 0, uncompressedSize = 0 } = archive.entries.get(name) ?? {};
  const most = Math.max(RATIO_FROM_BYTES, compressedSize * LIMITS.importUnpackRatioMax);
  rejectTooLarge(uncompressedSize, most);
  try {
    yield* bounded(await archive.open(name), out, () => most);
  } catch (error) {
    if (error instanceof FileFault || isOfSystem(error)) throw error;
    throw new FileFault(`The workbook cannot be read: ${causeOf(error)}.`);
  }
}

/** What the parts that list sheets and styles have is kept in memory. */
const LISTS_BYTES_MAX = 20_000_000;

async function read(archive: ZipArchive, name: string, onTag: PartHandler, bytesMax = LISTS_BYTES_MAX): Promise<void> {
  const entry = archive.entries.get(name);
  if (entry === undefined) return;
  if (entry.uncompressedSize > bytesMax)
    throw new FileFault(`${name} in the workbook has more than ${bytesMax} bytes; save the table as CSV.`);
  await parsePart(textsOf(archive, name, { bytes: 0 }), onTag);
}

interface Sheets {
  /** The sheets that are not hidden, in their order. */
  readonly sheets: readonly { readonly name: string; readonly file: string }[];
  /** Whether days are counted from 1904, as in workbooks of old versions for macOS. */
  readonly hasDatesFrom1904: boolean;
  /** The files with the shared strings and the styles, which the workbook may lack. */
  readonly textsPart: string;
  readonly stylesPart: string;
}

async function sheetsOf(archive: ZipArchive): Promise<Sheets> {
  const named: { name: string; id: string }[] = [];
  let hasDatesFrom1904 = false;
  const workbook = partNamed(archive.entries, WORKBOOK);
  await read(archive, workbook, {
    open: (name, attributes) => {
      if (name === "workbookPr") hasDatesFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (name === "sheet" && (attributes.state ?? "visible") === "visible")
        named.push({ name: unescaped(attributes.name ?? ""), id: idIn(attributes) });
    },
  });
  const { byId, ofType } = await relationshipsOf(archive.entries, workbook, (name, handler) =>
    read(archive, name, handler),
  );
  const sheets = named.flatMap(({ name, id }) => {
    const file = byId.get(id);
    return file === undefined ? [] : [{ name, file }];
  });
  if (sheets.length === 0) throw new FileFault("The workbook has no visible sheet.");
  return {
    sheets,
    hasDatesFrom1904,
    textsPart: ofType("sharedStrings"),
    stylesPart: ofType("styles"),
  };
}

/** The id of a sheet's relationship. Its prefix is usually `r`. */
const idIn = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.includes(":") && localNameOf(name) === "id")?.[1] ?? "";

/** The texts to which cells refer by index. */
async function sharedStrings(archive: ZipArchive, file: string): Promise<readonly string[]> {
  const { texts, handler } = createSharedStrings();
  await read(archive, file, handler, Number.POSITIVE_INFINITY);
  return texts;
}

/** The cell styles that show a number as something else than its digits. */
async function numberStyles(archive: ZipArchive, part: string): Promise<ReadonlyMap<number, NumberFormat>> {
  const codes = new Map<number, string>();
  const styles = new Map<number, NumberFormat>();
  let isInCells = false;
  let count = 0;
  await read(archive, part, {
    open: (name, { numFmtId = "0", formatCode = "" }) => {
      const id = Number(numFmtId);
      if (name === "numFmt") codes.set(id, formatCode);
      if (name === "cellXfs") isInCells = true;
      if (name !== "xf" || !isInCells) return;
      const format = numberFormatOf(id, codes.get(id));
      if (format !== undefined) styles.set(count, format);
      count += 1;
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}
