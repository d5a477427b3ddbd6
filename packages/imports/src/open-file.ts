import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { LIMITS } from "@skucast/contracts/limits";
import { causeOf, FileFault, isOfSystem, TooLargeFault } from "./file-fault.js";
import { CHUNK_BYTES, gunzippedIfPacked, isGzip, type Output } from "./gunzip-part.js";
import { filesIn, openZip } from "./open-zip.js";
import { partsOf } from "./parts-of-export.js";

export type Compression = "none" | "gzip" | "zip";

/** An open file: its unpacked bytes, and how many packed and unpacked bytes have been read. */
export interface OpenedFile {
  readonly chunks: AsyncIterable<Buffer>;
  bytesRead(): number;
  bytesUnpacked(): number;
}

/** The chunks of a file up to a number of unpacked bytes, and the rest of the last one. */
export async function* firstBytes({ chunks, bytesUnpacked }: OpenedFile, bytesMax: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    if (bytesUnpacked() >= bytesMax) return;
  }
}

/** The ratio is checked only from this size on, because a few repeated lines compress very well. */
const RATIO_FROM_BYTES = 50_000_000;

/** Opens a file. Reading `chunks` throws FileFault for a broken archive, and for one that unpacks to too much. */
export function openFile(path: string, compression: Compression): OpenedFile {
  if (compression === "zip") return openZipped(path);
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const out = { bytes: 0 };
  return {
    chunks: compression === "gzip" ? unpacked(file, out) : bounded(file, out, () => Number.POSITIVE_INFINITY),
    bytesRead: () => file.bytesRead,
    bytesUnpacked: () => out.bytes,
  };
}

/** Detects gzip (RFC 1952) and ZIP by the first bytes of a file, not by its name. */
export async function compressionOf(path: string): Promise<Compression> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (isGzip(buffer)) return "gzip";
    return isZip(buffer) ? "zip" : "none";
  } finally {
    await file.close();
  }
}

const ZIP_START = 0x504b0304;

/** Whether a file begins like a ZIP archive, which a workbook is, too. */
export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32BE(0) === ZIP_START;

/** Opens the file of a ZIP archive, or the parts of one. The bytes read of the archive are estimated from the unpacked bytes. */
function openZipped(path: string): OpenedFile {
  const out = { bytes: 0 };
  const read = { bytes: 0 };
  let packed = 0;
  let whole = 1;
  async function* chunks(): AsyncGenerator<Buffer> {
    const archive = await openZip(path);
    try {
      const names = filesIn(archive);
      const entries = names.flatMap((name) => archive.entries.get(name) ?? []);
      packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
      const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
      whole = size || 1;
      const most = Math.max(RATIO_FROM_BYTES, packed * LIMITS.importUnpackRatioMax);
      // An archive says how large its files are, and a file that is larger than that is damaged.
      rejectTooLarge(size, most);
      // Of a file that is gzip itself it says only the packed size.
      const mostSoFar = (): number => Math.max(RATIO_FROM_BYTES, read.bytes * LIMITS.importUnpackRatioMax);
      const parts = names.map((name) => async () => gunzippedIfPacked(await archive.open(name), read));
      yield* bounded(partsOf(parts), out, () => Math.min(most, mostSoFar()));
    } catch (error) {
      if (error instanceof FileFault || isOfSystem(error)) throw error;
      throw new FileFault(`The archive cannot be unpacked: ${causeOf(error)}.`);
    } finally {
      archive.close();
    }
  }
  return {
    chunks: chunks(),
    bytesRead: () => Math.floor(packed * Math.min(1, read.bytes / whole)),
    bytesUnpacked: () => out.bytes,
  };
}

async function* unpacked(file: ReadStream, out: Output): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  file.once("error", (error) => gunzip.destroy(error));
  file.pipe(gunzip);
  try {
    yield* bounded(gunzip, out, () => Math.max(RATIO_FROM_BYTES, file.bytesRead * LIMITS.importUnpackRatioMax));
  } catch (error) {
    if (isZlibError(error)) throw new FileFault("The file is not well-formed gzip data, or its end is missing.");
    throw error;
  } finally {
    gunzip.destroy();
    file.destroy();
  }
}

/** Passes chunks on, up to the limits for unpacked content. */
export async function* bounded(
  source: AsyncIterable<Buffer>,
  out: Output,
  mostSoFar: () => number,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    out.bytes += chunk.length;
    rejectTooLarge(out.bytes, mostSoFar());
    yield chunk;
  }
}

/** Throws TooLargeFault for unpacked content that is larger than an import takes, or than `most`. */
export function rejectTooLarge(bytes: number, most: number): void {
  if (bytes > LIMITS.importUnpackedBytesMax)
    throw new TooLargeFault(`The file unpacks to more than ${LIMITS.importUnpackedBytesMax} bytes; send it in parts.`);
  if (bytes > most)
    throw new TooLargeFault(`The file unpacks to more than ${LIMITS.importUnpackRatioMax} times its size.`);
}

const isZlibError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && String(error.code).startsWith("Z_");
