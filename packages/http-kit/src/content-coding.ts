import { promisify } from "node:util";
import { constants, gzip, zstdCompress } from "node:zlib";
import type { Request } from "express";

/** What answers are compressed with, the better one first. Brotli takes twice gzip's time for a tenth less. */
export const CODINGS = ["zstd", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Bytes from which compressing pays: below, a text fits into a few packets either way. */
const BYTES_MIN = 4_096;
/** Each holds a text, its bytes and what it becomes: beyond so many at once, answers go as they are. */
const AT_ONCE_MAX = 8;

const compressors = {
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
} satisfies Record<Coding, (bytes: Buffer) => Promise<Buffer>>;

/** The coding that a request accepts (RFC 9110, section 12.5.3); null for none. */
export const codingOf = (req: Request): Coding | null =>
  req.headers["accept-encoding"] === undefined
    ? null
    : (CODINGS.find((coding) => req.acceptsEncodings(coding) === coding) ?? null);

/** Whether a text is long enough to be compressed. */
export const isWorthCompressing = (text: string): boolean => text.length >= BYTES_MIN;

/** The compressed text, off the thread that serves requests. */
export const compress = (text: string, coding: Coding): Promise<Buffer> => compressors[coding](Buffer.from(text));

let underWay = 0;

/** The same, or null when too many texts are being compressed just now. */
export async function compressIfIdle(text: string, coding: Coding): Promise<Buffer | null> {
  if (underWay >= AT_ONCE_MAX) return null;
  underWay += 1;
  try {
    return await compress(text, coding);
  } finally {
    underWay -= 1;
  }
}

/** A strong entity tag is of exact bytes, so each coding has its own (RFC 9110, section 8.8.3): `"v7-gzip"`. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** An entity tag without its coding: what the tags of one state have in common. */
export const uncodedTag = (tag: string): string => tag.replace(CODED, '"');
const CODED = new RegExp(`-(?:${CODINGS.join("|")})"$`);
