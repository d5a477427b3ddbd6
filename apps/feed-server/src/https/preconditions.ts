import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "@skucast/contracts/problem";

/** Entity tag and modification time of a file. */
export interface Validators {
  readonly etag: string;
  /** In whole seconds, as in HTTP. */
  readonly modifiedMs: number;
}

/**
 * Checks that a resumed download is still of the same file (RFC 9110, sections 13.1.1 and 13.1.4): by strong comparison of
 * the tags, or by date if there are no tags. Throws 412 precondition_failed.
 */
export function assertPreconditions(headers: IncomingHttpHeaders, { etag, modifiedMs }: Validators): void {
  const { "if-match": tags, "if-unmodified-since": since } = headers;
  const isSame =
    tags === undefined
      ? since === undefined || !(Date.parse(since) < modifiedMs)
      : tags.split(",").some((tag) => [etag, "*"].includes(tag.trim()));
  if (isSame) return;
  throw new Problem("precondition_failed", "The file has changed. Fetch the whole file again.", {
    headers: { ETag: etag },
  });
}

/**
 * Whether the client already has the file in this coding (RFC 9110, section 13.2.2): by weak comparison of the tags, or by
 * date if there are no tags.
 */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedMs }: Validators): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return tags.split(",").some((tag) => [etag, "*"].includes(tag.trim().replace(/^W\//, "")));
  return since !== undefined && Date.parse(since) >= modifiedMs;
}

/** Whether a range may be sent: there is no If-Range header, or it identifies the current file by strong comparison. */
export function ifRangeMatches(ifRange: string | undefined, { etag, modifiedMs }: Validators): boolean {
  if (ifRange === undefined) return true;
  return ifRange.trim() === etag || Date.parse(ifRange) === modifiedMs;
}
