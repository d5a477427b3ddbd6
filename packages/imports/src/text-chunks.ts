import { isAscii } from "node:buffer";
import { TextDecoder } from "node:util";
import { createDecoder, encodingNamed } from "./encodings/create-decoder.js";
import { isUtf8Marked } from "./text-blocks.js";

const ASCII_END = 0x80;

/**
 * Decodes the chunks of a text in their order, without a byte order mark. Throws TypeError for bytes that are not text in the
 * encoding. UTF-8 chunks of ASCII only, which most are, become strings with one byte for each character: they are parsed
 * faster, and a streaming decoder would take several times as long.
 */
export function createChunkDecoder(encoding: string, { fatal = true } = {}): (chunk: Buffer) => string {
  if (encodingNamed(encoding) !== "utf-8") {
    const decoder = createDecoder(encoding, { fatal });
    return (chunk) => decoder.decode(chunk, { stream: true });
  }
  const decoder = new TextDecoder("utf-8", { fatal, ignoreBOM: true });
  let isFirst = true;
  /** Whether the decoder may hold the beginning of a character. */
  let isOpen = false;
  return (chunk) => {
    const bytes = isFirst && isUtf8Marked(chunk) ? chunk.subarray(3) : chunk;
    isFirst = false;
    if (!isOpen && isAscii(bytes)) return bytes.toString("latin1");
    isOpen = (bytes.at(-1) ?? 0) >= ASCII_END;
    return decoder.decode(bytes, { stream: true });
  };
}
