import { FileFault } from "./file-fault.js";
import { isUtf32, utf16Of } from "./text-blocks.js";

/** First bytes of files that are no product files, and what to do with them. */
const SIGNATURES: readonly (readonly [start: readonly number[] | string, message: string])[] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "The file is a workbook of an old version of Excel (.xls). Save it as XLSX or CSV, and send that file.",
  ],
  [[0x25, 0x50, 0x44, 0x46], "The file is a PDF document. Export the products as CSV, XLSX, JSON or XML."],
  [[0x50, 0x4b, 0x03, 0x04], "The file is an archive inside of another archive. Send the inner file."],
  [[0x1f, 0x8b], "The file is compressed twice. Send the inner file."],
  [[0x89, 0x50, 0x4e, 0x47], "The file is an image, not a product file."],
  [[0xff, 0xd8, 0xff], "The file is an image, not a product file."],
  ["GIF8", "The file is an image, not a product file."],
  ["RIFF", "The file is an image, not a product file."],
  ...[
    ["bzip2 (.bz2)", "BZh"],
    ["XZ (.xz)", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
    ["7-Zip (.7z)", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
    ["RAR (.rar)", "Rar!"],
    ["Zstandard (.zst)", [0x28, 0xb5, 0x2f, 0xfd]],
    ["LZ4 (.lz4)", [0x04, 0x22, 0x4d, 0x18]],
    ["compress (.Z)", [0x1f, 0x9d]],
    ["lzip (.lz)", "LZIP"],
  ].map(
    ([name, start]) =>
      [start ?? "", `The file is packed with ${name}. Send it unpacked, as gzip, or in a ZIP archive.`] as const,
  ),
  ["PAR1", "The file is Parquet. Export the products as CSV, XLSX, JSON or XML."],
  ["SQLite format 3", "The file is a database (SQLite). Export the products as CSV, XLSX, JSON or XML."],
  [
    [0x00, 0x01, 0x00, 0x00, 0x53, 0x74, 0x61, 0x6e, 0x64, 0x61, 0x72, 0x64, 0x20],
    "The file is a database (Access). Export the products as CSV or XLSX.",
  ],
  ["{\\rtf", "The file is a text document (RTF). Save the table as CSV or XLSX."],
];

/** How a TAR archive names itself in the entry of its first file. */
const TAR = { start: 257, bytes: [0x75, 0x73, 0x74, 0x61, 0x72] } as const;

const LOOKED_AT_BYTES = 4_096;
/** Broken exports have some NUL bytes in their text. Files that are no text have far more. */
const CONTROL_SHARE_MAX = 0.1;

/** Throws FileFault for the beginning of a file, unpacked, that is not text. */
export function rejectOtherFiles(bytes: Uint8Array): void {
  const found = SIGNATURES.find(([start]) => bytesIn(start).every((byte, i) => bytes[i] === byte));
  if (found) throw new FileFault(found[1]);
  if (TAR.bytes.every((byte, i) => bytes[TAR.start + i] === byte))
    throw new FileFault(
      "The file is a TAR archive (.tar). Send the product file in it, alone, as gzip, or in a ZIP archive.",
    );
  if (isUtf32(bytes)) throw new FileFault("The file is text in UTF-32, which is not supported. Save it as UTF-8.");
  if (utf16Of(bytes) !== undefined) return;
  const beginning = bytes.subarray(0, LOOKED_AT_BYTES);
  const controls = beginning.filter((byte) => byte < 32 && !isUsual(byte)).length;
  if (controls > beginning.length * CONTROL_SHARE_MAX)
    throw new FileFault("The file is not text. Send a product file as CSV, TSV, XLSX, JSON, JSON Lines or XML.");
}

const bytesIn = (start: readonly number[] | string): readonly number[] =>
  typeof start === "string" ? [...Buffer.from(start, "latin1")] : start;

/** A tab, a line break, a page break, or one of the separators that some systems write between cells. */
const isUsual = (byte: number): boolean =>
  (byte >= 0x09 && byte <= 0x0d) || byte === 0x01 || (byte >= 0x1c && byte <= 0x1f);
