import type { IncomingMessage } from "node:http";
import { Problem } from "@skucast/contracts/problem";

/** RFC 9110, section 9.2.1. */
const SAFE_METHODS: readonly (string | undefined)[] = ["GET", "HEAD", "OPTIONS", "TRACE"];

/**
 * Throws 403 `forbidden` when a request that a browser sends by itself with its cookies may come from another site. A
 * browser tells where it comes from: `Sec-Fetch-Site` (W3C Fetch Metadata), older ones `Origin` (RFC 6454) alone.
 */
export function assertSameOrigin(req: IncomingMessage, publicUrl: string): void {
  if (SAFE_METHODS.includes(req.method)) return;
  const { "sec-fetch-site": site, origin } = req.headers;
  if (site === undefined ? origin === new URL(publicUrl).origin : site === "same-origin") return;
  throw new Problem("forbidden", "A request with a session cookie that changes something must come from this site.");
}
