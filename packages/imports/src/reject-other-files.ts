import { FileFault } from "./file-fault.js";
import { isUtf32, utf16Of } from "./text-blocks.js";

/** First bytes of files that are no product files, and what to do with them. */
const SIGNATURES: readonly (readonly [start: readonly number[], message: string])[] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "The file is a workbook of an old version of Excel (.xls). Save it as XLSX or CSV, and send that file.",
  ],
  [[0x25, 0x50, 0x44, 0x46], "The file is a PDF document. Export the products as CSV, XLSX, JSON or XML."],
  [[0x50, 0x4b, 0x03, 0x04], "The file is an archive inside of another archive. Send the inner file."],
  [[0x1f, 0x8b], "The file is compressed twice. Send the inner file."],
  [[0x89, 0x50, 0x4e, 0x47], "The file is an image, not a product file."],
  [[0xff, 0xd8, 0xff], "The file is an image, not a product file."],
];

const LOOKED_AT_BYTES = 4_096;
/** Broken exports have some NUL bytes in their text. Files that are no text have far more. */
const CONTROL_SHARE_MAX = 0.1;

/** Throws FileFault for the beginning of a file, unpacked, that is not text. */
export function rejectOtherFiles(bytes: Uint8Array): void {
  const found = SIGNATURES.find(([start]) => start.every((byte, i) => bytes[i] === byte));
  if (found) throw new FileFault(found[1]);
  if (isUtf32(bytes)) throw new FileFault("The file is text in UTF-32, which is not supported. Save it as UTF-8.");
  if (utf16Of(bytes) !== undefined) return;
  const beginning = bytes.subarray(0, LOOKED_AT_BYTES);
  const controls = beginning.filter((byte) => byte < 32 && !isUsual(byte)).length;
  if (controls > beginning.length * CONTROL_SHARE_MAX)
    throw new FileFault("The file is not text. Send a product file as CSV, TSV, XLSX, JSON, JSON Lines or XML.");
}

/** A tab, a line break, a page break, or one of the separators that some systems write between cells. */
const isUsual = (byte: number): boolean =>
  (byte >= 0x09 && byte <= 0x0d) || byte === 0x01 || (byte >= 0x1c && byte <= 0x1f);
