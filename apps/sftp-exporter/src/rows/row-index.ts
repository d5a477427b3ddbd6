import { hashed } from "./row-hash.js";

/** Name of the index among a run's files. No feed can give this name to one of its files. */
export const ROW_INDEX_NAME = ".rows";

/** A record: length of the id (2 bytes), hash of the row (8), price (8; NaN for none), id. This is the part before the id. */
export const RECORD_HEAD_BYTES = 18;
const BLOCK_BYTES = 64 * 1024;
/** An id longer than any channel accepts, which only a rule can produce, is cut to this length. */
const ID_BYTES_MAX = 4 * 1024;

/** Id, hash and price of each row that a run writes, so that the next run can compare its rows. */
export interface RowIndex {
  /** Adds the row whose bytes were hashed last, with its id from `text`. Returns true when a block is ready to be taken. */
  add(text: Buffer, idStart: number, idEnd: number, price: number): boolean;
  /** Returns the records added since the last call. */
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
