import { endOfCharacters, someLinesNotUtf8 } from "./encodings/lines-not-utf8.js";
import { createReturnReplacer, endsInReturns } from "./line-ends.js";
import { type Compression, openFile } from "./open-file.js";
import { hasReturnEnds, utf16Of } from "./text-blocks.js";
import { withLineFeeds } from "./values/line-feeds.js";

/** The beginning of a file. Carriage returns that end lines are replaced by line feeds, except in bytes of UTF-16. */
export interface Head {
  readonly bytes: Buffer;
  readonly text: string;
  /** Whether it is the whole file. */
  readonly isWhole: boolean;
  /** Some lines of the whole file that are not UTF-8. */
  linesNotUtf8(): Promise<Buffer>;
}

/** The first bytes, unpacked, up to the end of a line. */
export async function headOf(
  path: string,
  compression: Compression,
  { bytesMax, mostBytes }: { readonly bytesMax: number; readonly mostBytes: number | undefined },
): Promise<Head> {
  const pieces: Buffer[] = [];
  let length = 0;
  let isWhole = true;
  for await (const chunk of openFile(path, compression).chunks) {
    pieces.push(chunk);
    length += chunk.length;
    if (length < bytesMax) continue;
    isWhole = false;
    break;
  }
  const given = Buffer.concat(pieces);
  const utf16 = utf16Of(given);
  const bytes = utf16 === undefined && hasReturnEnds(given) ? createReturnReplacer()(given) : given;
  const end = isWhole || utf16 !== undefined ? bytes.length : bytes.lastIndexOf(0x0a) + 1 || endOfCharacters(bytes);
  const head = bytes.subarray(0, end);
  const text = new TextDecoder(utf16 ?? "utf-8").decode(head);
  return {
    bytes: head,
    text: utf16 !== undefined && endsInReturns(text) ? withLineFeeds(text) : text,
    isWhole,
    linesNotUtf8: () => someLinesNotUtf8(path, compression, mostBytes),
  };
}
