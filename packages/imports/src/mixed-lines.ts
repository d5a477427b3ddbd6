import { isAscii, isUtf8 } from "node:buffer";
import { createDecoder } from "./encodings/create-decoder.js";
import { detectEncoding } from "./encodings/detect-encoding.js";

const LINE_FEED = 0x0a;
const FALLBACK = "windows-1252";

/**
 * Whether some lines of a text are UTF-8 and others Windows-1252, as in files that were put together from several. Text in
 * other encodings may have single lines that are valid UTF-8 by accident.
 */
export function hasMixedLines(bytes: Buffer): boolean {
  const lines = linesOf(bytes).filter((line) => !isAscii(line));
  const others = lines.filter((line) => !isUtf8(line));
  const inUtf8 = lines.length - others.length;
  if (inUtf8 === 0 || others.length === 0) return false;
  return inUtf8 >= others.length || detectEncoding(Buffer.concat(others)).encoding === FALLBACK;
}

/** The lines of a text that are not UTF-8. */
export const linesNotUtf8 = (bytes: Buffer): Buffer => Buffer.concat(linesOf(bytes).filter((line) => !isUtf8(line)));

/** Decodes each line as UTF-8 if it is valid, otherwise by the other encoding. */
export function decodeByLine(bytes: Buffer, otherwise: string): string {
  const other = createDecoder(otherwise);
  return linesOf(bytes)
    .map((line) => (isUtf8(line) ? line.toString("utf8") : other.decode(line)))
    .join("");
}

/** The lines with their ends. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}
