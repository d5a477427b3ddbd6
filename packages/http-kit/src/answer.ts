import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import type { Route } from "@skucast/contracts/define-route";
import type { Request, Response } from "express";
import { noteStream } from "./access-log.js";
import {
  type Coding,
  codedTag,
  codingOf,
  compressIfIdle,
  compressStreamIfIdle,
  isStreamWorthCompressing,
  isWorthCompressing,
} from "./content-coding.js";
import { matchesAny, withContentHash } from "./etag.js";
import type { FileReply, Reply } from "./handler.js";
import { httpDateOf, isSince, updatedAtOf } from "./last-modified.js";

/** A response ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | null;
  /** When the resource was last written. Last-Modified may be a second earlier. */
  readonly lastModified?: string | undefined;
}

/** Default: private, and always revalidated with the entity tag. A reply's own Cache-Control takes precedence. */
const CACHE_CONTROL = "private, no-cache";

/** The success status of a route, or null if it has several. */
export function singleStatusOf(route: Route): number | null {
  const [first, second] = Object.keys(route.responses);
  return first !== undefined && second === undefined ? Number(first) : null;
}

/** Renders a handler's reply. Throws if the route has several success statuses and the reply names none. */
export function answerOf(route: Route, singleStatus: number | null, reply: Reply): Answer {
  const status = reply.status ?? singleStatus;
  if (status === null) throw new Error(`route ${route.id} has several success statuses and the reply names none`);
  const headers: Record<string, string> = { "Cache-Control": CACHE_CONTROL };
  if (reply.location !== undefined) headers.Location = reply.location;
  if (reply.stream !== undefined) Object.assign(headers, fileHeaders(reply));
  const text = reply.rawJson ?? (reply.json === undefined ? null : JSON.stringify(reply.json));
  if (reply.etag !== undefined) {
    headers.ETag = route.hasUnversionedParts && text !== null ? withContentHash(reply.etag, text) : reply.etag;
  }
  // A write does not send it, because writes check entity tags only.
  const lastModified = route.method === "GET" ? (reply.lastModified ?? updatedAtOf(reply.json)) : undefined;
  if (reply.etag !== undefined && lastModified !== undefined) headers["Last-Modified"] = httpDateOf(lastModified);
  if (text !== null) headers["Content-Type"] = "application/json; charset=utf-8";
  if (reply.headers !== undefined) Object.assign(headers, reply.headers);
  return { status, headers, body: reply.stream ?? text, lastModified: headers["Last-Modified"] && lastModified };
}

/**
 * Compresses a response if the client accepts it and the body is long, a stream piece by piece. Responses that contain a
 * secret are not compressed, because their length could reveal it, nor are parts of a file.
 */
export async function compressedAnswer(req: Request, answer: Answer): Promise<Answer> {
  const { body, headers } = answer;
  if (body === null || !mayBeCompressed(answer)) return answer;
  const varying = { ...answer, headers: { ...headers, Vary: "Accept-Encoding" } };
  const coding = codingOf(req);
  if (coding === null || req.method === "HEAD") return varying;
  const tag = headers.ETag === undefined ? {} : { ETag: codedTag(headers.ETag, coding) };
  if (isNotModified(req, answer)) return { ...varying, headers: { ...varying.headers, ...tag } };
  const compressed = await compressedBody(body, coding);
  if (compressed === null) return varying;
  const { "Content-Length": _length, ...kept }: Record<string, string> = varying.headers;
  return { ...varying, headers: { ...kept, ...tag, "Content-Encoding": coding }, body: compressed };
}

function mayBeCompressed({ body, status, headers }: Answer): boolean {
  if (headers["Cache-Control"]?.includes("no-store") || Buffer.isBuffer(body) || body === null) return false;
  if (typeof body === "string") return isWorthCompressing(body);
  const isPart = status === 206 || headers["Accept-Ranges"] !== undefined;
  return !isPart && isStreamWorthCompressing(headers["Content-Type"], headers["Content-Length"]);
}

async function compressedBody(body: string | Buffer | Readable, coding: Coding): Promise<Buffer | Readable | null> {
  if (typeof body === "string") return compressIfIdle(body, coding);
  return Buffer.isBuffer(body) ? null : compressStreamIfIdle(body, coding);
}

/** Sends a response. For HEAD, and for a GET whose If-None-Match matches, only the headers. */
export function sendAnswer(req: Request, res: Response, answer: Answer): void {
  const { status, headers, body } = answer;
  if (isNotModified(req, answer)) {
    discardAnswer(answer);
    const { "Content-Type": _type, "Content-Length": _length, ...kept } = headers;
    res.writeHead(304, kept).end();
  } else if (body === null) {
    res.writeHead(status, status === 204 ? headers : { ...headers, "Content-Length": "0" }).end();
  } else if (typeof body === "string" || Buffer.isBuffer(body)) {
    // Sent as a string even if it is long: a 100 kB Buffer per page would keep the garbage collector's threads busy.
    res.writeHead(status, { ...headers, "Content-Length": String(Buffer.byteLength(body)) }).end(body);
  } else if (req.method === "HEAD") {
    discardAnswer(answer);
    res.writeHead(status, headers).end();
  } else {
    res.writeHead(status, headers);
    noteStream(res);
    // A failure in the middle of a file can only be reported by breaking the connection, which pipeline does.
    pipeline(body, res, () => undefined);
  }
}

function fileHeaders({ contentType, length, fileName }: FileReply): Record<string, string> {
  return {
    "Content-Type": contentType,
    ...(length === undefined ? {} : { "Content-Length": String(length) }),
    ...(fileName === undefined ? {} : { "Content-Disposition": contentDisposition(fileName) }),
  };
}

/** RFC 6266: an ASCII form for old clients, and the exact name. */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

/** If-Modified-Since counts only without If-None-Match (RFC 9110, section 13.1.3). */
function isNotModified(req: Request, { status, headers, lastModified }: Answer): boolean {
  if (status !== 200 || (req.method !== "GET" && req.method !== "HEAD")) return false;
  const { ETag: etag } = headers;
  const { "if-none-match": known, "if-modified-since": since } = req.headers;
  if (known !== undefined) return etag !== undefined && matchesAny(known, etag);
  return since !== undefined && lastModified !== undefined && isSince(since, lastModified);
}

/** Releases the resources of an unsent response. */
export function discardAnswer({ body }: Pick<Answer, "body">): void {
  if (body !== null && typeof body !== "string" && !Buffer.isBuffer(body)) body.destroy();
}
