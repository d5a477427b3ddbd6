import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "./file-fault.js";

export type Compression = "none" | "gzip";

/** An opened file: its bytes, unpacked, and how many of the packed ones have been read. */
export interface OpenedFile {
  readonly chunks: AsyncIterable<Buffer>;
  bytesRead(): number;
}

const CHUNK_BYTES = 262_144;
/** Below this size a ratio says nothing: a few repeated lines compress very well. */
const RATIO_FROM_BYTES = 50_000_000;

/** Reads a file as it was sent. `chunks` throws FileFault for broken gzip data and for what unpacks to too much. */
export function openFile(path: string, compression: Compression): OpenedFile {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  return {
    chunks: compression === "gzip" ? unpacked(file) : bounded(file, () => Number.POSITIVE_INFINITY),
    bytesRead: () => file.bytesRead,
  };
}

/** Gzip by its first two bytes (RFC 1952), whatever the sender calls the file. */
export async function compressionOf(path: string): Promise<Compression> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b ? "gzip" : "none";
  } finally {
    await file.close();
  }
}

async function* unpacked(file: ReadStream): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  file.once("error", (error) => gunzip.destroy(error));
  file.pipe(gunzip);
  try {
    yield* bounded(gunzip, () => Math.max(RATIO_FROM_BYTES, file.bytesRead * LIMITS.importUnpackRatioMax));
  } catch (error) {
    if (isZlibError(error)) throw new FileFault("The file is not well-formed gzip data, or its end is missing.");
    throw error;
  } finally {
    gunzip.destroy();
    file.destroy();
  }
}

async function* bounded(source: AsyncIterable<Buffer>, mostSoFar: () => number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > LIMITS.importUnpackedBytesMax) {
      throw new FileFault(`The file unpacks to more than ${LIMITS.importUnpackedBytesMax} bytes; send it in parts.`);
    }
    if (bytes > mostSoFar()) {
      throw new FileFault(`The file unpacks to more than ${LIMITS.importUnpackRatioMax} times its size.`);
    }
    yield chunk;
  }
}

const isZlibError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && String(error.code).startsWith("Z_");
