import { zstdDecompressSync } from "node:zlib";
import { type FileMetaData, parquetMetadata, parquetReadObjects } from "hyparquet";
import type { ReadRow } from "./read-file.js";

/** A Parquet file as hyparquet reads it. Empty columns are null. */
export interface ParquetFile {
  readonly metadata: FileMetaData;
  readonly rows: readonly ReadRow[];
}

export async function readParquet(file: Buffer): Promise<ParquetFile> {
  const { buffer, byteOffset, length } = Buffer.from(file);
  const whole = buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
  // It supports Snappy itself.
  const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) };
  const rows = await parquetReadObjects({ file: whole, compressors });
  return { metadata: parquetMetadata(whole), rows };
}
