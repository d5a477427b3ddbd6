import type { IncomingMessage } from "node:http";
import { Problem } from "@skucast/contracts/problem";

/** RFC 9110, section 9.2.1. */
const SAFE_METHODS: readonly (string | undefined)[] = ["GET", "HEAD", "OPTIONS", "TRACE"];

/**
 * Throws 403 `forbidden` if another site may have sent a request that changes something. Browsers attach cookies to such
 * requests.
 */
export function assertSameOrigin(req: IncomingMessage, publicUrl: string): void {
  if (SAFE_METHODS.includes(req.method) || isSameOrigin(req, publicUrl)) return;
  throw new Problem("forbidden", "A request that changes something with a session cookie must come from this site.");
}

/**
 * Whether the browser says that a page of this origin sent the request, by `Sec-Fetch-Site` (W3C Fetch Metadata) or, in
 * browsers without it, `Origin` (RFC 6454). Scripts of other sites cannot set either. A request without both proves
 * nothing.
 */
export function isSameOrigin(req: IncomingMessage, publicUrl: string): boolean {
  const { "sec-fetch-site": site, origin } = req.headers;
  return site === undefined ? origin === new URL(publicUrl).origin : site === "same-origin";
}
