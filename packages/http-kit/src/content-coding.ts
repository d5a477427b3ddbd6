import { promisify } from "node:util";
import { constants, gzip, zstdCompress } from "node:zlib";
import type { Request } from "express";

/** Content codings of responses, best first. Brotli would take twice as long as gzip to save a tenth. */
export const CODINGS = ["zstd", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Minimum size for compression. Smaller bodies fit into a few packets anyway. */
const BYTES_MIN = 4_096;
/** Each compression keeps text, bytes and result in memory. Above this concurrency, responses are sent uncompressed. */
const CONCURRENCY_MAX = 8;

const compressors = {
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
} satisfies Record<Coding, (bytes: Buffer) => Promise<Buffer>>;

/** The best coding that a request accepts (RFC 9110, section 12.5.3); null for none. */
export const codingOf = (req: Request): Coding | null =>
  req.headers["accept-encoding"] === undefined
    ? null
    : (CODINGS.find((coding) => req.acceptsEncodings(coding) === coding) ?? null);

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

/** A strong entity tag identifies exact bytes, so each coding has its own (RFC 9110, section 8.8.3): `"v7-gzip"`. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** An entity tag without its coding, which is the same for all codings of one state. */
export const uncodedTag = (tag: string): string => tag.replace(CODED, '"');
const CODED = new RegExp(`-(?:${CODINGS.join("|")})"$`);
