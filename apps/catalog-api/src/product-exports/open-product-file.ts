import { Readable } from "node:stream";
import type { ProductExport } from "@skucast/db/generated/client";
import type { FileStore } from "@skucast/file-store/file-store";
import { segmentKey } from "./segment-key.js";

/** gzip (RFC 1952) with deflate, without a name and a time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block of deflate (RFC 1951) with fixed codes. */
const LAST_BLOCK = Buffer.from([3, 0]);
const SIZE_MODULUS = 2 ** 32;

/** The compressed file of an export as a stream: one gzip member around the stored segments. The caller reads or destroys it. */
export function openProductFile(files: FileStore, row: ProductExport): Readable {
  return Readable.from(blocksOf(files, row), { objectMode: false });
}

async function* blocksOf(files: FileStore, row: ProductExport): AsyncGenerator<Buffer> {
  yield HEADER;
  for (let number = 1; number <= row.segmentCount; number += 1) {
    const key = segmentKey(row, number);
    const stored = await files.open(key);
    if (stored === undefined) throw new Error(`the segment ${key} of the export is no longer stored`);
    yield* (await stored.stream()) as AsyncIterable<Buffer>;
  }
  yield LAST_BLOCK;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(Number(row.contentCrc));
  trailer.writeUInt32LE(Number(row.contentBytes) % SIZE_MODULUS, 4);
  yield trailer;
}
