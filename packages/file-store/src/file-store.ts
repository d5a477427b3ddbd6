import type { Readable } from "node:stream";

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An open file of a store. The caller must close it, or read its stream, which closes it. */
export interface StoredFile {
  readonly bytes: number;
  /** The best size for reads of consecutive pieces. */
  readonly pieceBytes: number;
  /** Up to `length` bytes from `offset`; fewer at the end of the file, none after it. */
  read(offset: number, length: number): Promise<Buffer>;
  /** The whole file in blocks of `blockBytes`, the last one shorter. The store does not reuse a block. */
  blocks(blockBytes: number): AsyncIterable<Buffer>;
  /**
   * The whole file or a range. Closes the file when the stream ends. Fails with StoreUnavailable if the store becomes
   * unavailable.
   */
  stream(range?: ByteRange): Promise<Readable>;
  close(): Promise<void>;
}

/**
 * Stores the files of runs under keys such as `ws_1/run_1/products.csv`. Folders are created as needed. A file exists
 * completely or not at all. An open file that is replaced or removed returns its old content, or reading it fails. Throws
 * StoreUnavailable while the store cannot be used.
 */
export interface FileStore {
  /**
   * Stores the content, in constant memory. Resolves when it is durable. When the content throws, the signal is aborted or
   * the store fails, the old file stays. A block is written while the next one is produced, so the content must not change a
   * block that it has yielded.
   */
  write(key: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void>;
  /** Undefined when there is no such file. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Copies a file to another key. False when there is no such file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Names of the folders in a folder. The root is `""`. */
  folders(folder: string): Promise<string[]>;
  /** Removes a folder with its content, if it exists. */
  remove(folder: string): Promise<void>;
  /** Removes incomplete files that interrupted writers have left in a folder. */
  removeIncompleteFiles(folder: string): Promise<void>;
  close(): void;
}
