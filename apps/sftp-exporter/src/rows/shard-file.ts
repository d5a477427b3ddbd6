import type { Piece, RowWriter } from "@skucast/profiles/formats/row-writer";
import { type Output, outputAt } from "./output.js";

/** One of a run's files while its rows are written. Buffers what was not flushed yet. */
export interface ShardFile {
  readonly writer: RowWriter;
  readonly out: Output;
  rows: number;
  append(piece: Piece): void;
  /** Enlarges the buffer if it has less space left than this. */
  makeRoom(byteCount: number): void;
  isFull(): boolean;
  /** Passes the buffered bytes on as a block. */
  flush(): Promise<void>;
}

const BLOCK_BYTES = 256 * 1024;
const BLOCK_BYTES_MIN = 32 * 1024;

/** Creates one of `shardCount` files, whose blocks go to `put`. The more files, the smaller the blocks. */
export function createShardFile(
  writer: RowWriter,
  put: (block: Buffer) => Promise<void>,
  shardCount: number,
): ShardFile {
  const blockBytes = Math.max(BLOCK_BYTES_MIN, Math.floor(BLOCK_BYTES / shardCount));
  // Twice the size, so that the row that fills a block rarely has to enlarge it.
  const emptyBlock = () => Buffer.allocUnsafeSlow(2 * blockBytes);
  const out = outputAt(emptyBlock(), 0);

  function makeRoom(byteCount: number): void {
    if (out.bytes.length - out.at >= byteCount) return;
    const larger = Buffer.allocUnsafeSlow(2 * out.bytes.length + byteCount);
    out.bytes.copy(larger, 0, 0, out.at);
    Object.assign(out, outputAt(larger, out.at));
  }

  return {
    writer,
    out,
    rows: 0,
    makeRoom,
    append(piece) {
      if (piece.length === 0) return;
      if (typeof piece === "string") {
        makeRoom(3 * piece.length);
        out.at += out.bytes.write(piece, out.at, "utf8");
      } else {
        makeRoom(piece.length);
        out.bytes.set(piece, out.at);
        out.at += piece.length;
      }
    },
    isFull: () => out.at >= blockBytes,
    async flush() {
      if (out.at === 0) return;
      const block = out.bytes.subarray(0, out.at);
      Object.assign(out, outputAt(emptyBlock(), 0));
      await put(block);
    },
  };
}
