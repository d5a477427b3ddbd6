import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "@skucast/contracts/problem";

/** A file as caches know it. */
export interface Validators {
  readonly etag: string;
  /** To the second, as HTTP has it. */
  readonly modifiedMs: number;
}

/**
 * Holds a request to the file that the client means, for one that goes on with a download (RFC 9110, sections 13.1.1 and
 * 13.1.4): strong comparison, and the date only without tags. Throws 412 precondition_failed.
 */
export function checkIsMeant(headers: IncomingHttpHeaders, { etag, modifiedMs }: Validators): void {
  const { "if-match": tags, "if-unmodified-since": since } = headers;
  const isMeant =
    tags === undefined
      ? since === undefined || !(Date.parse(since) < modifiedMs)
      : tags.split(",").some((tag) => [etag, "*"].includes(tag.trim()));
  if (isMeant) return;
  throw new Problem("precondition_failed", "The file is another one now: fetch it as a whole.", {
    headers: { ETag: etag },
  });
}

/**
 * Whether the client has the file already, in this coding (RFC 9110, section 13.2.2): its tags count, by weak comparison,
 * and only without them its date.
 */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedMs }: Validators): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return tags.split(",").some((tag) => [etag, "*"].includes(tag.trim().replace(/^W\//, "")));
  return since !== undefined && Date.parse(since) >= modifiedMs;
}

/** Whether a range may be answered: without If-Range, or when it names the file as it is, by a strong comparison. */
export function isSameFile(ifRange: string | undefined, { etag, modifiedMs }: Validators): boolean {
  if (ifRange === undefined) return true;
  return ifRange.trim() === etag || Date.parse(ifRange) === modifiedMs;
}
