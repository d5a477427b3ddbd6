import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { FileStore } from "@skucast/file-store/file-store";

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

export interface FileWrite {
  readonly files: FileStore;
  readonly key: string;
  readonly compression: "none" | "gzip";
  readonly content: AsyncIterable<Buffer>;
  readonly signal: AbortSignal;
}

const CHUNK_BYTES = 256 * 1024;

/** Level 6 would cost 2.5 times the CPU time and save 7 % of the size. */
const GZIP = { level: constants.Z_BEST_SPEED, memLevel: constants.Z_MAX_MEMLEVEL, chunkSize: CHUNK_BYTES };

/**
 * Writes a file completely or not at all, and returns its size and hash. The same content gives the same bytes, because the
 * gzip header has no timestamp. Uses constant memory.
 */
export async function writeFile({ files, key, compression, content, signal }: FileWrite): Promise<WrittenFile> {
  const measure = createMeasure();
  const bytes = compression === "gzip" ? gzipped(content, signal) : content;
  await files.write(key, measure.passThrough(bytes), signal);
  return measure.result();
}

async function* gzipped(content: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const gzip = createGzip(GZIP);
  const fed = pipeline(content, gzip, { signal });
  // A failure of the pipeline also ends the reading below.
  fed.catch(() => {});
  try {
    yield* gzip;
    await fed;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function createMeasure() {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async *passThrough(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const block of blocks) {
        hash.update(block);
        bytes += block.length;
        yield block;
      }
    },
    result: (): WrittenFile => ({ bytes, sha256: hash.digest("hex") }),
  };
}
