import type { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { LIMITS } from "@skucast/contracts/limits";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { causeOf, FileFault, isOfSystem } from "./file-fault.js";
import { partNamed, WORKBOOK } from "./xlsx/workbook-parts.js";

/** An open ZIP archive. The caller must close it. */
export interface ZipArchive {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The unpacked content of a file; throws FileFault if it is encrypted, damaged, or its compression is not supported. */
  open(name: string): Promise<AsyncIterable<Buffer>>;
  close(): void;
}

/** Opens a ZIP archive and reads its index. Throws FileFault if it is broken or has too many files. */
export async function openZip(path: string): Promise<ZipArchive> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: false });
    const archive = zip;
    if (archive.entryCount > LIMITS.importZipEntriesMax)
      throw new FileFault(`The archive has more than ${LIMITS.importZipEntriesMax} files.`);
    const entries = new Map<string, Entry>();
    for await (const entry of archive.eachEntry())
      if (!entry.fileName.endsWith("/")) entries.set(entry.fileName, entry);
    return {
      entries,
      async open(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw new FileFault(`The archive has no file ${name}.`);
        if (entry.isEncrypted()) throw new FileFault("The archive is encrypted; send it without a password.");
        if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
          throw new FileFault(
            `The archive uses compression ${entry.compressionMethod}; use Deflate, which ZIP tools do by default.`,
          );
        return unpacked(await archive.openReadStreamPromise(entry, RAW).catch(broken), entry);
      },
      close: () => archive.close(),
    };
  } catch (error) {
    zip?.close();
    return broken(error);
  }
}

const STORED = 0;
const DEFLATED = 8;
/** yauzl would unpack in blocks of 16 KB, at twice the cost. */
const RAW = { decodeFileData: false } as const;
/** Unpacking costs less in large blocks, parsing in blocks whose text is not allocated individually. */
const BLOCK_BYTES = 262_144;
const CHUNK_BYTES = 65_536;

/** The unpacked bytes of a file. Throws FileFault if its size or checksum differs from the archive's index. */
async function* unpacked(
  packed: Readable,
  { compressionMethod, uncompressedSize, crc32: expected, fileName }: Entry,
): AsyncGenerator<Buffer> {
  const inflate = compressionMethod === DEFLATED ? createInflateRaw({ chunkSize: BLOCK_BYTES }) : undefined;
  if (inflate) {
    packed.once("error", (error) => inflate.destroy(error));
    packed.pipe(inflate);
  }
  let bytes = 0;
  let sum = 0;
  try {
    for await (const chunk of (inflate ?? packed) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      sum = crc32(chunk, sum);
      if (bytes > uncompressedSize) break;
      for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES);
    }
  } finally {
    inflate?.destroy();
    packed.destroy();
  }
  if (bytes !== uncompressedSize || sum !== expected)
    throw new FileFault(`The archive is damaged: ${fileName} does not have the size or checksum of its index.`);
}

function broken(error: unknown): never {
  if (error instanceof FileFault || isOfSystem(error)) throw error;
  throw new FileFault(`The file is not a well-formed ZIP archive: ${causeOf(error)}.`);
}

/** Files that operating systems add to archives. */
const SYSTEM_FILES = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/;

export const isWorkbook = ({ entries }: ZipArchive): boolean => partNamed(entries, WORKBOOK) !== "";

/** Documents in ZIP archives that are not read, by their parts. */
const OTHER_DOCUMENTS: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ["an OpenDocument (ODS)", ["mimetype", "content.xml"]],
  ["a binary workbook (XLSB)", ["[Content_Types].xml", "xl/workbook.bin"]],
  ["a text document (DOCX)", ["[Content_Types].xml", "word/document.xml"]],
  ["a Numbers document", ["Index/Document.iwa"]],
  ["a Numbers document", ["Index.zip", "Metadata/BuildVersionHistory.plist"]],
];

/** Files that may have products; a text file may also be a note about the others. */
const PRODUCT_FILES = /\.(?:csv|tsv|tab|json|jsonl|ndjson|xml|rss|atom|xlsx)(?:\.gz)?$/i;

/** Formats whose files are one file when they are put together. */
const PARTS = /\.(?:csv|tsv|tab|json|jsonl|ndjson)(?:\.gz)?$/i;

/**
 * The names of the files to read in an archive: the only one, the only one whose name is that of a product file, or the parts
 * of one export, whose names differ only in their numbers.
 */
export function filesIn({ entries }: ZipArchive): readonly [string, ...string[]] {
  const other = OTHER_DOCUMENTS.find(([, parts]) => parts.every((part) => entries.has(part)))?.[0];
  if (other !== undefined) throw new FileFault(`The file is ${other}. Save it as XLSX or CSV, and send that file.`);
  const all = [...entries.keys()].filter((name) => !SYSTEM_FILES.test(name));
  const products = all.filter((name) => PRODUCT_FILES.test(name));
  const names = products.length > 0 ? products : all;
  const [name, ...others] = names;
  if (name === undefined) throw new FileFault("The archive contains no file.");
  const isPart = (one: string): boolean => PARTS.test(one) && withoutNumbers(one) === withoutNumbers(name);
  if (others.length > 0 && names.every(isPart)) {
    const [first = name, ...following] = names.toSorted((one, other) =>
      one.localeCompare(other, "en", { numeric: true }),
    );
    return [first, ...following];
  }
  if (others.length > 0)
    throw new FileFault(
      `The archive has ${names.length} files that may have products, such as ${names.slice(0, 3).join(", ")}; send one of them.`,
    );
  return [name];
}

const withoutNumbers = (name: string): string => name.replace(/\d+/g, "0");
