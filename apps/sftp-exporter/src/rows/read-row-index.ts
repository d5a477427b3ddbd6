import type { IndexedRows } from "./indexed-rows.js";
import { RECORD_HEAD_BYTES } from "./row-index.js";

/** Told of each record: where its head and its SKU lie in the bytes, which hold until it returns. */
export type OnRecord = (bytes: DataView, head: number, sku: number, skuEnd: number) => void;

/** Reads a row index from its beginning to its end, in constant memory. False when there is none. */
export async function readRowIndex({ open }: Pick<IndexedRows, "open">, onRecord: OnRecord): Promise<boolean> {
  const blocks = await open();
  if (!blocks) return false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    rest = Buffer.from(bytes.subarray(readRecords(bytes, onRecord)));
  }
  if (rest.length > 0) throw new Error("a row index ends in the middle of a record");
  return true;
}

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
