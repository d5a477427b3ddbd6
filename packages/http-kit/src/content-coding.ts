import { pipeline, type Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from "node:zlib";
import type { Request } from "express";

/** Content codings of responses, best first. Brotli would take twice as long as gzip to save a tenth. */
export const CODINGS = ["zstd", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Minimum size for compression. Smaller bodies fit into a few packets anyway. */
const BYTES_MIN = 4_096;
/** Each compression keeps text, bytes and result in memory. Above this concurrency, responses are sent uncompressed. */
const CONCURRENCY_MAX = 8;

const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const GZIP_OPTIONS = { level: 4 };

const compressors = {
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes, ZSTD_OPTIONS),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, GZIP_OPTIONS),
} satisfies Record<Coding, (bytes: Buffer) => Promise<Buffer>>;

const streamCompressors = {
  zstd: () => createZstdCompress({ ...ZSTD_OPTIONS, chunkSize: CHUNK_BYTES }),
  gzip: () => createGzip({ ...GZIP_OPTIONS, chunkSize: CHUNK_BYTES }),
} satisfies Record<Coding, () => Transform>;

/** The best of our codings that a request accepts; null for none. */
export const codingOf = (req: Request): Coding | null => preferredCoding(req.headers["accept-encoding"], CODINGS);

/**
 * The coding with the highest weight in Accept-Encoding (RFC 9110, section 12.5.3), the first one of equals; null if none
 * is accepted or the client prefers no coding.
 */
export function preferredCoding<C extends string>(header: string | undefined, codings: readonly C[]): C | null {
  if (header === undefined) return null;
  const weights = weightsOf(header);
  const others = weights.get("*") ?? 0;
  let best: C | null = null;
  // No coding is preferred only if the client says so.
  let bestWeight = weights.get("identity") ?? 0;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? (coding === "gzip" ? weights.get("x-gzip") : undefined) ?? others;
    if (weight > 0 && (weight > bestWeight || (best === null && weight === bestWeight))) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

const ENTRY = /^([!#$%&'*+.^_`|~\w-]+)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** The weights by coding. What is malformed is left out, so that it is not accepted. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(",")) {
    const [, name, weight = "1"] = ENTRY.exec(entry.trim()) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}

/** Whether a body is long enough to compress. */
export const isWorthCompressing = (text: string): boolean => text.length >= BYTES_MIN;

/** Compresses a body outside the main thread. */
export const compress = (text: string, coding: Coding): Promise<Buffer> => compressors[coding](Buffer.from(text));

let compressing = 0;

/** Compresses a body, or returns null if too many compressions are running. */
export async function compressIfIdle(text: string, coding: Coding): Promise<Buffer | null> {
  if (compressing >= CONCURRENCY_MAX) return null;
  compressing += 1;
  try {
    return await compress(text, coding);
  } finally {
    compressing -= 1;
  }
}

/** Each keeps a window of its coding in memory while its client reads. */
const STREAMS_MAX = 8;
/** Fewer turns between the main thread and zlib's than with zlib's own 16 kB. */
const CHUNK_BYTES = 65_536;
let streaming = 0;

/** Text, with or without a charset. What is compressed already, such as a workbook, has another type. */
const TEXT_TYPE = /^(text\/(?!event-stream)|application\/(json|jsonl|xml)\b|[^;]+\+(json|xml)\b)/;

/** Whether a stream of this type, and of this length if it is known, is worth compressing. */
export const isStreamWorthCompressing = (type = "", length?: string): boolean =>
  TEXT_TYPE.test(type) && (length === undefined || Number(length) >= BYTES_MIN);

/**
 * Compresses a stream piece by piece, or returns null if too many streams are being compressed. A failure of the source
 * breaks the result off, and a result that is not read to its end destroys the source.
 */
export function compressStreamIfIdle(source: Readable, coding: Coding): Readable | null {
  if (streaming >= STREAMS_MAX) return null;
  streaming += 1;
  const compressed = streamCompressors[coding]();
  compressed.once("close", () => {
    streaming -= 1;
  });
  pipeline(source, compressed, () => undefined);
  return compressed;
}

/** A strong entity tag identifies exact bytes, so each coding has its own (RFC 9110, section 8.8.3): `"v7-gzip"`. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** An entity tag without its coding, which is the same for all codings of one state. */
export const uncodedTag = (tag: string): string => tag.replace(CODED, '"');
const CODED = new RegExp(`-(?:${CODINGS.join("|")})"$`);
