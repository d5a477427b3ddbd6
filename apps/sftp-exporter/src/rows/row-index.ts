import { hashed } from "./hash-bytes.js";

/** Beside a run's files; no feed can give this name to a file of its own. */
export const ROW_INDEX_NAME = ".rows";

/** Length of the SKU (2 bytes), hash of the row (8), price (8; NaN for none), SKU. */
export const RECORD_HEAD_BYTES = 18;
const BLOCK_BYTES = 64 * 1024;

/** What is remembered of the rows that a run writes: enough to tell the next run's rows from this run's. */
export interface RowIndex {
  /** Notes the row whose bytes were hashed last, by its SKU in `lines`. True when a block is there to be taken. */
  add(lines: Buffer, skuStart: number, skuEnd: number, price: number): boolean;
  /** What was noted since the last call. */
  take(): Buffer;
}

export function createRowIndex(): RowIndex {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let at = 0;

  return {
    add(lines, skuStart, skuEnd, price) {
      const end = at + RECORD_HEAD_BYTES + skuEnd - skuStart;
      if (end > block.length) throw new Error("the SKU is longer than any SKU may be");
      block.writeUInt16LE(skuEnd - skuStart, at);
      block.writeUInt32LE(hashed.high, at + 2);
      block.writeUInt32LE(hashed.low, at + 6);
      block.writeDoubleLE(price, at + 10);
      lines.copy(block, at + RECORD_HEAD_BYTES, skuStart, skuEnd);
      at = end;
      return at >= BLOCK_BYTES / 2;
    },
    take() {
      const full = block.subarray(0, at);
      block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      at = 0;
      return full;
    },
  };
}
