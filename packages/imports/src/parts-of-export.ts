import { FileFault } from "./file-fault.js";
import { gunzippedIfPacked } from "./gunzip-part.js";
import type { ZipArchive } from "./open-zip.js";
import { isUtf8Marked } from "./text-blocks.js";

const LINE_FEED = 0x0a;
const MARK_BYTES = 3;
/** The longest header that is compared. */
const HEADER_BYTES_MAX = 65_536;

/** The bytes of files that are parts of one: each part begins on a line of its own, without a byte order mark. */
export async function* partsOf(parts: readonly (() => Promise<AsyncIterable<Buffer>>)[]): AsyncGenerator<Buffer> {
  let last = LINE_FEED;
  for (const [i, open] of parts.entries()) {
    let isFirst = true;
    for await (const chunk of await open()) {
      if (isFirst && i > 0 && last !== LINE_FEED) yield Buffer.from("\n");
      const bytes = isFirst && i > 0 && isUtf8Marked(chunk) ? chunk.subarray(MARK_BYTES) : chunk;
      isFirst = false;
      last = bytes.at(-1) ?? last;
      yield bytes;
    }
  }
}

const TABLE = /\.(?:csv|tsv|tab)(?:\.gz)?$/i;

/** Throws FileFault for tables that cannot be parts of one, as they have other columns. */
export async function rejectOtherColumns(archive: ZipArchive, names: readonly string[]): Promise<void> {
  const [first = "", ...others] = names;
  if (others.length === 0 || !TABLE.test(first)) return;
  const expected = await headerOf(archive, first);
  for (const name of others)
    if ((await headerOf(archive, name)) !== expected)
      throw new FileFault(
        `The archive has ${names.length} files that may have products, and ${name} has other columns than ${first}; send one of them.`,
      );
}

async function headerOf(archive: ZipArchive, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of gunzippedIfPacked(await archive.open(name), { bytes: 0 })) {
    pieces.push(chunk);
    length += chunk.length;
    if (chunk.includes(LINE_FEED) || length > HEADER_BYTES_MAX) break;
  }
  const [header = ""] = Buffer.concat(pieces)
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .split("\n", 1);
  return header.trim();
}
