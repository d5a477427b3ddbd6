import { pipeline } from "node:stream/promises";
import { Problem } from "@skucast/contracts/problem";
import { isCompressible, mediaTypeOfFile } from "@skucast/contracts/runs/media-type";
import type { RunFile } from "@skucast/contracts/runs/run";
import { StoreUnavailable } from "@skucast/file-store/store-unavailable";
import { byteRangeOf } from "@skucast/http-kit/byte-range";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { FeedServerContext } from "../context.js";
import type { LiveFiles } from "../credentials/find-live-files.js";
import { STORE_UNAVAILABLE } from "../files/watch-store.js";

import { gzipTagOf, sendGzipped, wantsGzip } from "./content-coding.js";
import { assertPreconditions, ifRangeMatches, isNotModified } from "./preconditions.js";

interface LiveFile {
  readonly workspaceId: string;
  readonly run: NonNullable<LiveFiles["run"]>;
  readonly file: RunFile;
}

/** Sends a file or the requested part of it, or 304 if it has not changed. Returns the status and the bytes sent. */
export async function sendFile(
  exchange: Pick<RawExchange, "req" | "res" | "prefersGzip" | "noteStream">,
  { files }: Pick<FeedServerContext, "files">,
  { workspaceId, run, file }: LiveFile,
): Promise<{ status: number; bytes: number }> {
  const { req, res } = exchange;
  const mediaType = mediaTypeOfFile(file);
  const isZipped = wantsGzip(exchange, mediaType);
  const plainTag = `"${file.sha256}"`;
  const etag = isZipped ? gzipTagOf(plainTag) : plainTag;
  const validators = { etag, modifiedMs: Math.floor(run.finishedAt.getTime() / 1_000) * 1_000 };
  const headers = {
    ETag: validators.etag,
    "Last-Modified": new Date(validators.modifiedMs).toUTCString(),
    "Cache-Control": "private, no-cache",
    "Accept-Ranges": "bytes",
    ...(isCompressible(mediaType) && { Vary: "Accept-Encoding" }),
  };
  assertPreconditions(req.headers, validators);
  if (isNotModified(req.headers, validators)) {
    res.writeHead(304, headers).end();
    return { status: 304, bytes: 0 };
  }
  const ifRange = req.headers["if-range"];
  // Ranges apply only to GET (RFC 9110, section 14.2).
  const isRangeAllowed = req.method === "GET" && ifRangeMatches(ifRange?.toString(), validators);
  const range = byteRangeOf(isRangeAllowed ? req.headers.range : undefined, file.bytes);
  if (range === "unsatisfiable") {
    res.writeHead(416, { ...headers, "Content-Range": `bytes */${file.bytes}`, "Content-Length": "0" }).end();
    return { status: 416, bytes: 0 };
  }
  const stored = await files.open(`${workspaceId}/${run.id}/${file.name}`).catch(cannotBeRead);
  if (!stored) throw unavailable();
  const isPart = range !== "whole";
  const { start, end } = isPart ? range : { start: 0, end: file.bytes - 1 };
  const status = isPart ? 206 : 200;
  const bytes = end - start + 1;
  const hasBody = req.method !== "HEAD" && bytes > 0;
  const body = hasBody ? await stored.stream({ start, end }).catch(cannotBeRead) : undefined;
  res.writeHead(status, {
    ...headers,
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename="${file.name}"`,
    ...(isZipped ? { "Content-Encoding": "gzip" } : { "Content-Length": String(bytes) }),
    ...(isPart && { "Content-Range": `bytes ${start}-${end}/${file.bytes}` }),
  });
  if (!body) {
    await stored.close();
    res.end();
    return { status, bytes: 0 };
  }
  exchange.noteStream();
  if (isZipped) return { status, bytes: await sendGzipped(body, exchange) };
  // After the headers, a failure can only be reported by closing the connection, which pipeline does.
  await pipeline(body, res).catch(() => {});
  return { status, bytes };
}

const unavailable = (cause?: unknown) =>
  new Problem("unavailable", STORE_UNAVAILABLE, { cause, headers: { "Retry-After": "60" } });

/** Leaves out the cause if watchStore has already logged it. */
function cannotBeRead(error: unknown): never {
  throw unavailable(error instanceof StoreUnavailable ? undefined : error);
}
