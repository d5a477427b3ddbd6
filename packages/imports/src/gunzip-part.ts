import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

/** Strings of larger chunks are allocated individually, at five times the cost of their bytes. */
export const CHUNK_BYTES = 65_536;

/** The bytes so far. */
export interface Output {
  bytes: number;
}

/** Unpacks a file of an archive that is gzip itself, as `products.csv.gz` in a ZIP archive. Counts what it reads. */
export async function* gunzippedIfPacked(source: AsyncIterable<Buffer>, read: Output): AsyncGenerator<Buffer> {
  const chunks = counted(source, read);
  const first = await chunks.next();
  if (first.done) return;
  const all = joined(first.value, chunks);
  if (!isGzip(first.value)) {
    yield* all;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // An error of the source destroys the stream, which then throws it.
  const feeding = pipeline(all, gunzip).catch(() => undefined);
  try {
    yield* gunzip;
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

async function* counted(source: AsyncIterable<Buffer>, read: Output): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    read.bytes += chunk.length;
    yield chunk;
  }
}

async function* joined(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* others;
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
