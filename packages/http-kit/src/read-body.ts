import type { IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import { Problem } from "@skucast/contracts/problem";

/** The client closed the connection before its request was complete: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** So many bytes of a refused body are read and dropped, so that the client gets to read the answer. */
const DROPPED_BYTES_MAX = 32_000_000;
const DROPPED_MS_MAX = 30_000;

/** Whether the request announces a body. */
export function announcesBody(req: IncomingMessage): boolean {
  const length = req.headers["content-length"];
  return req.headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/**
 * All bytes of the body, at most `bytesMax`, also after decompression. Throws 413 payload_too_large, 415
 * unsupported_media_type for a Content-Encoding other than gzip, 400 when the gzip data is broken.
 */
export async function readBody(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const encoding = req.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip" && encoding !== "x-gzip") {
    throw new Problem(
      "unsupported_media_type",
      `Content-Encoding ${encoding.slice(0, 40)} is not taken; send gzip or none.`,
      {
        headers: { "Accept-Encoding": "gzip" },
      },
    );
  }
  if (Number(req.headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const bytes = await collect(req, bytesMax);
  return encoding === "identity" ? bytes : inflate(bytes, bytesMax);
}

/** Reads and drops what is left of a refused body; a client that sends without end loses its connection. */
export function dropBody(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  let dropped = 0;
  req.on("data", (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DROPPED_BYTES_MAX) req.destroy();
  });
  req.on("error", () => undefined);
  const timer = setTimeout(() => req.destroy(), DROPPED_MS_MAX);
  timer.unref();
  req.once("close", () => clearTimeout(timer));
  req.once("end", () => clearTimeout(timer));
}

function collect(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      req.off("data", onData);
      reject(tooLarge(bytesMax));
    };
    req.on("data", onData);
    req.once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)));
    // Node tells a broken connection by "close" alone or after "error"; of a complete request "close" says nothing new.
    req.once("error", () => undefined);
    req.once("close", () => {
      if (!req.complete) reject(new ClientGone("connection closed in the middle of a body"));
    });
  });
}

/** Inflates in a stream, so that a bomb costs no more memory than the limit. */
function inflate(bytes: Buffer, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gunzip = createGunzip();
    const chunks: Buffer[] = [];
    let length = 0;
    gunzip.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= bytesMax) return;
      gunzip.destroy();
      reject(tooLarge(bytesMax));
    });
    gunzip.once("end", () => resolve(Buffer.concat(chunks, length)));
    gunzip.once("error", () => reject(new Problem("bad_request", "The body is not well-formed gzip data.")));
    gunzip.end(bytes);
  });
}

/** The refusal of a body that is larger than the endpoint takes. */
export function tooLarge(bytesMax: number): Problem {
  return new Problem("payload_too_large", `The body is larger than ${bytesMax} bytes, the limit of this endpoint.`, {
    members: { limit: bytesMax },
  });
}
