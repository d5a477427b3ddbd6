import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { LIMITS } from "@skucast/contracts/limits";
import { createDecoder, type Decoder } from "./encodings/create-decoder.js";
import { FileFault } from "./file-fault.js";
import { type CellMarks, createReturnReplacer, endsInReturns } from "./line-ends.js";
import { decodeByLine, hasMixedLines } from "./mixed-lines.js";

const LINE_FEED = 0x0a;
const NONE = Buffer.alloc(0);
/** The encoding of files that are not UTF-8 and for which none is given. Excel writes it on most machines. */
export const FALLBACK_ENCODING = "windows-1252";

/**
 * The text of a file in blocks of whole lines, without a byte order mark; the last line may lack its end. Without an
 * `encoding` it is detected: a file whose first non-ASCII block has no line in UTF-8 is read as Windows-1252, and single
 * lines that are not UTF-8 as well. A byte order mark of UTF-8 wins over `encoding`. `marks` say where cells may have line
 * breaks.
 */
export async function* textBlocks(
  source: AsyncIterable<Buffer>,
  given?: string,
  marks?: CellMarks,
): AsyncGenerator<string> {
  const { chunks, isMarked } = await lookAtFirst(source);
  const encoding = isMarked ? "utf-8" : given;
  const decode = textDecoder(encoding, given === "utf-8");
  let rest: Buffer = NONE;
  for await (const chunk of withLineFeeds(inUtf8(chunks, encoding), marks)) {
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

/** The chunks again, and whether the first one begins with a byte order mark of UTF-8. */
async function lookAtFirst(
  source: AsyncIterable<Buffer>,
): Promise<{ readonly chunks: AsyncIterable<Buffer>; readonly isMarked: boolean }> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* chunks(): AsyncGenerator<Buffer> {
    if (first.done) return;
    try {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  }
  return { chunks: chunks(), isMarked: !first.done && isUtf8Marked(first.value) };
}

/** Whether a text begins with a byte order mark of UTF-8. */
export const isUtf8Marked = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** The error of a row that is too long to be kept in memory. */
export const rowTooLong = (): FileFault =>
  new FileFault(`A row is longer than ${LIMITS.importRowBytesMax} bytes; check for a quote that is not closed.`);

/** Whether a text is UTF-32, by its byte order mark or by its first character, which is ASCII. No decoder reads it. */
export function isUtf32(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (bytes.length < 4) return false;
  const isLittle = b === 0xfe && a === 0xff && c === 0 && d === 0;
  const isBig = a === 0 && b === 0 && (c === 0xfe ? d === 0xff : c === 0 && d !== 0);
  return isLittle || isBig || (a !== 0 && b === 0 && c === 0 && d === 0);
}

/** Detects UTF-16 by its byte order mark, or by its first characters. Excel calls this format Unicode text. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (isUtf32(bytes)) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const first = bytes.subarray(0, LOOKED_AT_BYTES);
  const zeros = [0, 0];
  for (const [i, byte] of first.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [inEven = 0, inOdd = 0] = zeros;
  if (inEven + inOdd < Math.max(ASCII_MIN, first.length * ASCII_SHARE_MIN) || (inEven > 0 && inOdd > 0))
    return undefined;
  return inOdd > 0 ? "utf-16le" : "utf-16be";
}

/** Any file has characters in ASCII, such as delimiters, digits and line ends, of which every second byte is zero. */
const LOOKED_AT_BYTES = 1_024;
const ASCII_MIN = 4;
const ASCII_SHARE_MIN = 1 / 16;

/** Encodings in which a byte below 128 is not always an ASCII character: they are converted to UTF-8 before lines are split. */
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

/** Old systems end lines with a carriage return only. The first chunk shows whether a file does. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>, marks: CellMarks | undefined): AsyncGenerator<Buffer> {
  let replace: ((chunk: Buffer) => Buffer) | null | undefined;
  for await (const chunk of chunks) {
    if (replace === undefined) replace = hasReturnEnds(chunk, marks) ? createReturnReplacer() : null;
    yield replace === null ? chunk : replace(chunk);
  }
}

/** Whether the lines of a file with this first chunk end with a carriage return only. */
export const hasReturnEnds = (first: Buffer, marks?: CellMarks): boolean =>
  first.includes("\r") && endsInReturns(first.toString("latin1"), marks);

const NOT_UTF8 = "Some lines of the file are not UTF-8; save it as UTF-8, or specify its encoding.";

function textDecoder(encoding: string | undefined, isStrict: boolean): (block: Buffer) => string {
  let isFirst = true;
  let one: Decoder | undefined;
  let isUtf8File = encoding === "utf-8" || (encoding !== undefined && NOT_BY_LINES.has(encoding));
  if (!isUtf8File && encoding !== undefined) one = createDecoder(encoding);
  return (block) => {
    const isStart = isFirst;
    isFirst = false;
    if (isAscii(block)) return block.toString("latin1");
    if (one) return one.decode(block);
    if (!isUtf8(block)) {
      if (isStrict) throw new FileFault(NOT_UTF8);
      if (isUtf8File || hasMixedLines(block)) {
        isUtf8File = true;
        const lines = decodeByLine(block, FALLBACK_ENCODING);
        return isStart ? withoutMark(lines) : lines;
      }
      one = createDecoder(FALLBACK_ENCODING);
      return one.decode(block);
    }
    isUtf8File = true;
    const text = block.toString("utf8");
    return isStart ? withoutMark(text) : text;
  };
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
