import { createHash, randomBytes } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { UploadRule } from "@skucast/contracts/define-route";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { announcesBody, ClientGone, tooLarge } from "./read-body.js";
import { allowSlowBody } from "./slow-requests.js";

/** A file received as a request body, stored unchanged. The handler keeps it or deletes it. */
export interface Upload {
  /** Name in the uploads folder. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  /** Content-Type without parameters, lower-cased; null if none was sent. */
  readonly mediaType: string | null;
}

const PRIVATE_FILE = 0o600;

/**
 * Writes the body to a new file that only its owner can read. Throws 415 for another Content-Type or a Content-Encoding
 * other than gzip, 413 if it is too large, 400 if it is empty or stalls, 503 on a disk error. On error, the file is
 * deleted.
 */
export async function receiveUpload(req: IncomingMessage, rule: UploadRule, folder: string): Promise<Upload> {
  const mediaType = mediaTypeOf(req, rule);
  const encoding = req.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (!["identity", "gzip", "x-gzip"].includes(encoding)) {
    throw new Problem("unsupported_media_type", "Send the file unencoded or gzip-encoded.");
  }
  if (!announcesBody(req)) throw new Problem("bad_request", "The body is empty. Send the file as the body.");
  if (Number(req.headers["content-length"] ?? 0) > rule.bytesMax) throw tooLarge(rule.bytesMax);
  allowSlowBody(req);
  const name = `${Date.now().toString(36)}-${randomBytes(16).toString("hex")}`;
  const path = join(folder, name);
  try {
    return { name, path, mediaType, ...(await store(req, path, rule.bytesMax)) };
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw isDiskError(error) ? diskProblem(error) : error;
  }
}

/** Disk errors. Smaller uploads may succeed, and this one can be retried later. */
const DISK_CODES = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "ESTALE"]);

const isDiskError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && DISK_CODES.has(String(error.code));

const diskProblem = (cause: unknown): Problem =>
  new Problem("unavailable", "The file cannot be stored right now. Try again later.", {
    headers: { "Retry-After": "60", Connection: "close" },
    cause,
  });

async function store(req: IncomingMessage, path: string, bytesMax: number): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", PRIVATE_FILE);
  let bytes = 0;
  try {
    for await (const chunk of piecesOf(req)) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      hash.update(chunk);
      // Unlike write, writeFile continues until the whole chunk is written or the disk reports an error.
      await file.writeFile(chunk);
    }
    if (bytes === 0) throw new Problem("bad_request", "The body is empty. Send the file as the body.");
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** The body as it arrives. It is not destroyed when reading ends early, so that the error can still be sent. */
async function* piecesOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  const deadlineMs = performance.now() + LIMITS.uploadTimeoutMs;
  const pieces = req.iterator({ destroyOnReturn: false });
  for (;;) {
    const piece = await untilStalled(pieces.next(), req).catch((error: unknown) => {
      throw error instanceof Problem ? error : new ClientGone("connection closed in the middle of an upload");
    });
    if (piece.done) return;
    if (performance.now() > deadlineMs) throw stalled("The upload took too long.");
    yield piece.value as Buffer;
  }
}

function untilStalled<T>(next: Promise<T>, req: IncomingMessage): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(stalled(`The upload stalled for ${LIMITS.uploadStallMs / 1000} s.`));
      req.pause();
    }, LIMITS.uploadStallMs);
    next.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const stalled = (detail: string): Problem => new Problem("bad_request", detail, { headers: { Connection: "close" } });

function mediaTypeOf(req: IncomingMessage, { mediaTypes }: UploadRule): string | null {
  const sent = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (sent === undefined || sent === "") return null;
  // The default of curl's --data-binary.
  if (sent === "application/x-www-form-urlencoded") return null;
  if (mediaTypes.includes(sent)) return sent;
  throw new Problem(
    "unsupported_media_type",
    `The body must be the file itself, with Content-Type ${mediaTypes.join(", ")} or none.`,
  );
}
