import { pipeline } from "node:stream/promises";
import { constants, crc32, createDeflateRaw } from "node:zlib";

/** Sizes from this on need the ZIP64 fields. */
const ZIP64_BYTES = 0xffff_ffff;
/** 1 January 1980, the first date of the format: a time would give equal content other bytes. */
const DATE = 0x0021;
const CHUNK_BYTES = 256 * 1024;

export interface ZipOptions {
  /** Name of the file in the archive. */
  readonly entryName: string;
  readonly signal: AbortSignal;
  /** Lower in tests, because real archives of this size take minutes. */
  readonly zip64Bytes?: number;
}

/**
 * A ZIP archive with one file (APPNOTE.TXT 6.3, sections 4.3 and 4.5.3), as a stream in constant memory. The sizes follow
 * the content. The same content gives the same bytes.
 */
export async function* zipped(
  content: AsyncIterable<Buffer>,
  { entryName, signal, zip64Bytes = ZIP64_BYTES }: ZipOptions,
): AsyncGenerator<Buffer> {
  const name = Buffer.from(entryName);
  const local = Buffer.concat([
    fields([4, 0x04034b50], [2, 20], ...COMMON, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ]);
  yield local;
  let crc = 0;
  let plainBytes = 0;
  let packedBytes = 0;
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const block of content) {
      crc = crc32(block, crc);
      plainBytes += block.length;
      yield block;
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
  const fed = pipeline(measured, deflate, { signal });
  // A failure of the pipeline also ends the reading below.
  fed.catch(() => {});
  try {
    for await (const block of deflate) {
      packedBytes += block.length;
      yield block;
    }
    await fed;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  const isLarge = plainBytes >= zip64Bytes || packedBytes >= zip64Bytes;
  const size = isLarge ? 8 : 4;
  const descriptor = fields([4, 0x08074b50], [4, crc], [size, packedBytes], [size, plainBytes]);
  yield descriptor;
  const centralStart = local.length + packedBytes + descriptor.length;
  const sizes = isLarge
    ? ([
        [4, ZIP64_BYTES],
        [4, ZIP64_BYTES],
      ] as const)
    : ([
        [4, packedBytes],
        [4, plainBytes],
      ] as const);
  const extra = isLarge ? fields([2, 1], [2, 16], [8, plainBytes], [8, packedBytes]) : Buffer.alloc(0);
  const central = Buffer.concat([
    fields(
      [4, 0x02014b50],
      [2, 0x0300 + (isLarge ? 45 : 20)],
      [2, isLarge ? 45 : 20],
      ...COMMON,
      [4, crc],
      ...sizes,
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, FILE_MODE],
      [4, 0],
    ),
    name,
    extra,
  ]);
  yield central;
  const isFar = centralStart >= zip64Bytes;
  if (isFar) yield end64(centralStart, central.length);
  yield fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, 1],
    [2, 1],
    [4, central.length],
    [4, isFar ? ZIP64_BYTES : centralStart],
    [2, 0],
  );
}

/** A regular file that its owner may write and everyone may read (0100644), in the upper half. */
const FILE_MODE = 0o100644 * 0x10000;

/** Flags for sizes after the content and a name in UTF-8, the method Deflate, the time and the date. */
const COMMON = [
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, DATE],
] as const;

/** The ZIP64 end of the central directory, and the record that says where it is. */
function end64(centralStart: number, centralBytes: number): Buffer {
  const end = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, 1],
    [8, 1],
    [8, centralBytes],
    [8, centralStart],
  );
  return Buffer.concat([end, fields([4, 0x07064b50], [4, 0], [8, centralStart + centralBytes], [4, 1])]);
}

/** Little-endian integers, each with its number of bytes. */
function fields(...values: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
