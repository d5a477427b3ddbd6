import type { Readable } from "node:stream";

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file of a store, opened. Whoever opened it closes it, or reads its stream, which does. */
export interface StoredFile {
  readonly bytes: number;
  /** How much is best asked for at a time by who reads pieces. */
  readonly pieceBytes: number;
  /** At most so many bytes from a place; fewer at the end, none behind it. */
  read(offset: number, length: number): Promise<Buffer>;
  /**
   * The whole file in blocks of `blockBytes`; the last may be shorter. Every block belongs to the receiver, which may keep it
   * as long as it wants: the store never writes to it again.
   */
  blocks(blockBytes: number): AsyncIterable<Buffer>;
  /** All of it, or a part. Closes the file when it is read or destroyed. Ends in StoreUnavailable when the store goes away. */
  stream(range?: ByteRange): Promise<Readable>;
  close(): Promise<void>;
}

/**
 * Where the files of runs are: under keys such as `ws_1/run_1/products.csv`, whose folders need not be made. A file is there
 * whole or not at all, and stays as it is while it is read, even if it is replaced or removed. A store that cannot be used
 * just now throws StoreUnavailable.
 */
export interface FileStore {
  /**
   * Stores the content, in constant memory. Resolves when it is there for good. When the content ends in an error, the signal
   * is aborted, or the store fails, what was there before stays, and nothing else does. A block is still being written while
   * the next is produced: the content must not change a block that it has yielded.
   */
  write(key: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void>;
  /** Undefined when there is no such file. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Gives a file another key, too. False when there is no such file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Names of the folders in a folder; the root is `""`. */
  folders(folder: string): Promise<string[]>;
  /** Removes a folder with all that is in it, if it is there. */
  remove(folder: string): Promise<void>;
  /** Removes what writers that ended in the middle left in a folder. */
  removeHalfWritten(folder: string): Promise<void>;
  close(): void;
}
