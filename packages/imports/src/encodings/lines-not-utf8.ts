import { isAscii, isUtf8 } from "node:buffer";
import { FileFault } from "../file-fault.js";
import { hasMixedLines, linesNotUtf8 } from "../mixed-lines.js";
import { type Compression, firstBytes, openFile } from "../open-file.js";

const LINE_FEED = 0x0a;
const NONE = Buffer.alloc(0);
const BYTES_MAX = 65_536;
/** A longer line is looked at in parts. */
const LINE_BYTES_MAX = 1_048_576;

/**
 * The first lines of a file that are not UTF-8; none if others with letters beyond ASCII are. Reads the whole file if it has
 * none; a gigabyte takes about a second. Stops where the file is broken, and after `bytesMax` unpacked bytes.
 */
export async function someLinesNotUtf8(
  path: string,
  compression: Compression,
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const found: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const block of blocksOf(firstBytes(openFile(path, compression), bytesMax))) {
      if (isAscii(block)) continue;
      if (isUtf8(block) || hasMixedLines(block)) return NONE;
      const lines = linesNotUtf8(block);
      found.push(lines);
      bytes += lines.length;
      if (bytes >= BYTES_MAX) break;
    }
  } catch (error) {
    // Reading the rows reports it.
    if (!(error instanceof FileFault)) throw error;
  }
  return Buffer.concat(found).subarray(0, BYTES_MAX);
}

/** Blocks of whole lines, except those with ASCII only. */
async function* blocksOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = NONE;
  for await (const chunk of chunks) {
    if (rest.length === 0 && isAscii(chunk)) continue;
    const block = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = block.lastIndexOf(LINE_FEED) + 1;
    const cut = end > 0 || block.length < LINE_BYTES_MAX ? end : endOfCharacters(block);
    if (cut > 0) yield block.subarray(0, cut);
    rest = Buffer.from(block.subarray(cut));
  }
  if (rest.length > 0) yield rest;
}

/** The end of the last whole character of a text that may be UTF-8 and was cut anywhere. */
export function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= UTF8_BYTES_MAX && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const UTF8_BYTES_MAX = 4;
