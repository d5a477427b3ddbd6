import type { IndexedRows } from "./indexed-rows.js";
import { RECORD_HEAD_BYTES } from "./row-index.js";

/** Called for each record with the positions of its head and its id. The bytes are valid until the call returns. */
export type OnRecord = (bytes: DataView, head: number, sku: number, skuEnd: number) => void;

/** Reads a whole row index in constant memory. False when it does not exist. */
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

/** Reads the complete records and returns the position of the first incomplete one. */
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
