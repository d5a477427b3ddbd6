/** The content of an open file. */
export interface FileContent {
  /** The whole content in blocks of `blockBytes`, the last one shorter. The blocks are not reused. */
  blocks(blockBytes: number): AsyncIterable<Buffer>;
  /** Up to `length` bytes from `offset`; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** A file to upload, with its expected size and hash. */
export interface UploadFile {
  open(): Promise<FileContent>;
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  /** In lower-cased hex. */
  readonly sha256: string;
  /** Media type of the content; absent if it is not known. */
  readonly media_type?: string | undefined;
}
