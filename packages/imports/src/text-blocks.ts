import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "./file-fault.js";

const LINE_FEED = 0x0a;
const NONE = Buffer.alloc(0);

/** Text of a file in blocks of whole lines; the last may lack its end. Without a byte order mark; throws for bytes that are no UTF-8. */
export async function* textBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = NONE;
  let isFirst = true;
  for await (const chunk of inUtf8(chunks)) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, chunk]);
      if (rest.length > LIMITS.importRowBytesMax) throw rowTooLong();
      continue;
    }
    const block = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, end)]) : chunk.subarray(0, end);
    rest = chunk.subarray(end);
    yield decoded(block, isFirst);
    isFirst = false;
  }
  if (rest.length > 0) yield decoded(rest, isFirst);
}

/** A file's row is not read into memory without end. */
export const rowTooLong = (): FileFault =>
  new FileFault(`A row is longer than ${LIMITS.importRowBytesMax} bytes; perhaps a quote is not closed.`);

/** What Excel calls Unicode text is UTF-16; its byte order mark says so. */
async function* inUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of chunks) {
    decoder ??= chunk[0] === 0xff && chunk[1] === 0xfe ? new TextDecoder("utf-16le") : null;
    yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }), "utf8");
  }
}

function decoded(block: Buffer, isFirst: boolean): string {
  if (isAscii(block)) return block.toString("latin1");
  if (!isUtf8(block)) throw new FileFault("The file is not UTF-8 text; save it with the encoding UTF-8.");
  const text = block.toString("utf8");
  return isFirst && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
