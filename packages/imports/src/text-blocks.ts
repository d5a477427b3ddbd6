import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "./file-fault.js";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const NONE = Buffer.alloc(0);
/** What files are in that are not UTF-8, where nothing else is said: Excel writes it on most machines. */
export const FALLBACK_ENCODING = "windows-1252";

/**
 * Text of a file in blocks of whole lines; the last may lack its end. Without a byte order mark. An encoding that is not
 * given is the one that the bytes show: of a file that is not UTF-8 from its first other character on, Windows-1252.
 */
export async function* textBlocks(chunks: AsyncIterable<Buffer>, encoding?: string): AsyncGenerator<string> {
  const decode = textDecoder(encoding);
  let rest: Buffer = NONE;
  for await (const chunk of withLineFeeds(inUtf8(chunks, encoding))) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, chunk]);
      if (rest.length > LIMITS.importRowBytesMax) throw rowTooLong();
      continue;
    }
    const block = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, end)]) : chunk.subarray(0, end);
    rest = chunk.subarray(end);
    yield decode(block);
  }
  if (rest.length > 0) yield decode(rest);
}

/** A file's row is not read into memory without end. */
export const rowTooLong = (): FileFault =>
  new FileFault(`A row is longer than ${LIMITS.importRowBytesMax} bytes; perhaps a quote is not closed.`);

/** UTF-16 by its byte order mark, such as what Excel calls Unicode text. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** Encodings of which a byte below 128 is not always the ASCII character are turned into UTF-8 before lines are looked for. */
const NOT_BY_LINES: ReadonlySet<string> = new Set(["utf-16le", "utf-16be", "shift_jis", "gb18030", "big5", "euc-kr"]);

async function* inUtf8(chunks: AsyncIterable<Buffer>, encoding: string | undefined): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of chunks) {
    if (decoder === undefined) {
      const wide = encoding !== undefined && NOT_BY_LINES.has(encoding) ? encoding : utf16Of(chunk);
      decoder = wide === undefined ? null : new TextDecoder(wide);
    }
    yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }), "utf8");
  }
}

/** Old systems end lines with a carriage return alone; a file with no line feed in its beginning is one of theirs. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isOld: boolean | undefined;
  for await (const chunk of chunks) {
    isOld ??= chunk.includes(RETURN) && !chunk.includes(LINE_FEED);
    yield isOld ? Buffer.from(chunk.map((byte) => (byte === RETURN ? LINE_FEED : byte))) : chunk;
  }
}

const NOT_UTF8 =
  "The file is not UTF-8 text in all of its lines; save it with the encoding UTF-8, or say its encoding.";

function textDecoder(encoding: string | undefined): (block: Buffer) => string {
  let isFirst = true;
  let one: TextDecoder | undefined;
  let isUtf8File = encoding === "utf-8" || (encoding !== undefined && NOT_BY_LINES.has(encoding));
  if (!isUtf8File && encoding !== undefined) one = new TextDecoder(encoding);
  return (block) => {
    const isStart = isFirst;
    isFirst = false;
    if (isAscii(block)) return block.toString("latin1");
    if (one) return one.decode(block);
    if (!isUtf8(block)) {
      if (isUtf8File) throw new FileFault(NOT_UTF8);
      one = new TextDecoder(FALLBACK_ENCODING);
      return one.decode(block);
    }
    isUtf8File = true;
    const text = block.toString("utf8");
    return isStart && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  };
}
