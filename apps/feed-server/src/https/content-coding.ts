import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { isCompressible } from "@skucast/contracts/runs/media-type";
import type { RawExchange } from "@skucast/http-kit/raw-router";

/** Whether to compress the response: the client accepts it and requests no range (ranges refer to the uncompressed file). */
export const wantsGzip = ({ req, prefersGzip }: Pick<RawExchange, "req" | "prefersGzip">, mediaType: string): boolean =>
  prefersGzip && isCompressible(mediaType) && req.headers.range === undefined;

/** The entity tag of the compressed file. Each representation needs its own tag (RFC 9110, section 8.8.3.3). */
export const gzipTagOf = (etag: string): string => etag.replace(/"$/, '-gzip"');

/** Compresses and sends the content. Returns how many bytes were sent. A failure closes the connection. */
export async function sendGzipped(body: Readable, { res }: Pick<RawExchange, "res">): Promise<number> {
  let bytes = 0;
  const count = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
  };
  await pipeline(body, createGzip({ level: 1 }), count, res).catch(() => {});
  return bytes;
}
