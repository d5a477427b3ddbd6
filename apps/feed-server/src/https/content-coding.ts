import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { isCompressible } from "@skucast/contracts/runs/media-type";
import type { RawExchange } from "@skucast/http-kit/raw-router";

/** Whether the answer goes out compressed: the client takes it, and asks for no part, which is one of the file as it is. */
export const wantsGzip = ({ req, prefersGzip }: Pick<RawExchange, "req" | "prefersGzip">, mediaType: string): boolean =>
  prefersGzip && isCompressible(mediaType) && req.headers.range === undefined;

/** The entity tag of the same file compressed: another representation has another one (RFC 9110, section 8.8.3.3). */
export const gzipTagOf = (etag: string): string => etag.replace(/"$/, '-gzip"');

/** Sends the content compressed as it comes; answers how many bytes went out. A failure breaks the connection. */
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
