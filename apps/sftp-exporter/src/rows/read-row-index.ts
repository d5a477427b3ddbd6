import { createReadStream } from "node:fs";
import { RECORD_HEAD_BYTES } from "./row-index.js";

/** Told of each record: where its head and its SKU lie in the bytes, which hold until it returns. */
export type OnRecord = (bytes: DataView, head: number, sku: number, skuEnd: number) => void;

const CHUNK_BYTES = 1024 * 1024;

/** Reads a row index from its beginning to its end, in constant memory. False when there is none. */
export async function readRowIndex(path: string, onRecord: OnRecord): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      rest = bytes.subarray(readRecords(bytes, onRecord));
    }
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  if (rest.length > 0) throw new Error(`the row index ${path} ends in the middle of a record`);
  return true;
}

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";

/** Reads the whole records; answers where the first begins that is not there whole. */
function readRecords({ buffer, byteOffset, length }: Buffer, onRecord: OnRecord): number {
  const bytes = new DataView(buffer, byteOffset, length);
  let at = 0;
  while (at + RECORD_HEAD_BYTES <= length) {
    const sku = at + RECORD_HEAD_BYTES;
    const skuEnd = sku + bytes.getUint16(at, true);
    if (skuEnd > length) break;
    onRecord(bytes, at, sku, skuEnd);
    at = skuEnd;
  }
  return at;
}
