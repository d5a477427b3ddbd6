import { hashed } from "@skucast/profiles/direct/row-hash";

/** Beside a run's files; no feed can give this name to a file of its own. */
export const ROW_INDEX_NAME = ".rows";

/** Length of the id (2 bytes), hash of the row (8), price (8; NaN for none), id. */
export const RECORD_HEAD_BYTES = 18;
const BLOCK_BYTES = 64 * 1024;
/** Of an id that a rule made longer than any channel takes, the beginning names the row. */
const ID_BYTES_MAX = 4 * 1024;

/** What is remembered of the rows that a run writes: enough to tell the next run's rows from this run's. */
export interface RowIndex {
  /** Notes the row whose bytes were hashed last, by its id in `text`. True when a block is there to be taken. */
  add(text: Buffer, idStart: number, idEnd: number, price: number): boolean;
  /** What was noted since the last call. */
  take(): Buffer;
}

export function createRowIndex(): RowIndex {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let at = 0;

  return {
    add(text, idStart, idEnd, price) {
      const idBytes = Math.min(idEnd - idStart, ID_BYTES_MAX);
      block.writeUInt16LE(idBytes, at);
      block.writeUInt32LE(hashed.high, at + 2);
      block.writeUInt32LE(hashed.low, at + 6);
      block.writeDoubleLE(price, at + 10);
      at += RECORD_HEAD_BYTES;
      text.copy(block, at, idStart, idStart + idBytes);
      at += idBytes;
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
