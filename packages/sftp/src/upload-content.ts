/** The bytes of a file, opened. */
export interface FileContent {
  /** From the beginning, in blocks of so many bytes and a rest. Each block belongs to the reader. */
  blocks(blockBytes: number): AsyncIterable<Buffer>;
  /** At most so many bytes from a place; fewer at the end. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** A file, and the facts that the host's must agree with. */
export interface UploadFile {
  open(): Promise<FileContent>;
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  /** In lower-case hex. */
  readonly sha256: string;
}
