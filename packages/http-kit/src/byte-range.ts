import type { IncomingMessage } from "node:http";

/** A requested part of a file: its first and last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range of a file that a GET requests. If-Range must have the strong tag of the file (RFC 9110, section 13.1.5), so that a
 * download is not continued with another file.
 */
export function requestedRange(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  { bytes, etag }: { readonly bytes: number; readonly etag: string },
): ByteRange | "whole" | "unsatisfiable" {
  const ifRange = headers["if-range"]?.toString().trim();
  const isAllowed = method === "GET" && (ifRange === undefined || ifRange === etag);
  return byteRangeOf(isAllowed ? headers.range : undefined, bytes);
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The range that a Range header requests from a file of `bytes` bytes (RFC 9110, section 14): "whole" for no range or one
 * that is not supported, such as several ranges; "unsatisfiable" for one that starts after the end.
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | "whole" | "unsatisfiable" {
  const match = header === undefined ? null : RANGE.exec(header.trim());
  if (!match) return "whole";
  const [, first = "", last = ""] = match;
  if (first === "") {
    if (last === "") return "whole";
    const count = Number(last);
    return count === 0 || bytes === 0 ? "unsatisfiable" : { start: Math.max(0, bytes - count), end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= bytes) return "unsatisfiable";
  return { start, end: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
