import type { IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import { Problem } from "@skucast/contracts/problem";

/** The client closed the connection before its request was complete, so no response can be sent. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Maximum bytes of a rejected body to read and discard, so that the client can read the response. */
const DISCARDED_BYTES_MAX = 32_000_000;
const DISCARD_MS_MAX = 30_000;

/** Whether the headers announce a body. */
export function announcesBody(req: IncomingMessage): boolean {
  const length = req.headers["content-length"];
  return req.headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/**
 * Reads a body of at most `bytesMax` bytes, also after decompression. Throws 413 payload_too_large, 415
 * unsupported_media_type for a Content-Encoding other than gzip, and 400 for invalid gzip data.
 */
export async function readBody(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const encoding = req.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip" && encoding !== "x-gzip") {
    throw new Problem(
      "unsupported_media_type",
      `Content-Encoding ${encoding.slice(0, 40)} is not supported. Use gzip or none.`,
      {
        headers: { "Accept-Encoding": "gzip" },
      },
    );
  }
  if (Number(req.headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const bytes = await collect(req, bytesMax);
  return encoding === "identity" ? bytes : inflate(bytes, bytesMax);
}

/** Reads and discards the rest of a rejected body. Disconnects a client that keeps sending. */
export function discardBody(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  let dropped = 0;
  req.on("data", (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DISCARDED_BYTES_MAX) req.destroy();
  });
  req.on("error", () => undefined);
  const timer = setTimeout(() => req.destroy(), DISCARD_MS_MAX);
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
    // Node.js reports a broken connection by "close", with or without "error". For a complete request "close" is
    // irrelevant.
    req.once("error", () => undefined);
    req.once("close", () => {
      if (!req.complete) reject(new ClientGone("connection closed in the middle of a body"));
    });
  });
}

/** Inflates in a stream, so that a zip bomb cannot use more memory than the limit. */
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

/** The error for a body above the limit. */
export function tooLarge(bytesMax: number): Problem {
  return new Problem("payload_too_large", `The body is larger than ${bytesMax} bytes, the limit of this endpoint.`, {
    members: { limit: bytesMax },
  });
}
