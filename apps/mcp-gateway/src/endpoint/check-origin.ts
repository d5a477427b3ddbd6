import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "@skucast/contracts/problem";

const REQUEST_HEADERS =
  "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, Traceparent";
const ANSWER_HEADERS = "WWW-Authenticate, Request-Id, Retry-After, RateLimit, RateLimit-Policy";
const PREFLIGHT_KEPT_SECONDS = 600;

/**
 * Rejects requests of web pages from origins that are not allowed, and adds the CORS headers for allowed ones. A
 * request without `Origin` does not come from a page. Check the host first.
 */
export function createOriginCheck(allowed: readonly string[]) {
  const origins = new Set(allowed);
  return function checkOrigin(req: IncomingMessage, res: ServerResponse): void {
    const { origin, host } = req.headers;
    res.setHeader("Vary", "Origin");
    if (origin === undefined || isSameOrigin(origin, host)) return;
    if (!origins.has(origin)) throw new Problem("forbidden", "Web pages of this origin may not call the MCP server.");
    res.setHeader("Access-Control-Allow-Origin", origin);
    res.setHeader("Access-Control-Expose-Headers", ANSWER_HEADERS);
  };
}

/** Allows scripts of every origin to read the response. For public content only. */
export function allowAllOrigins(res: ServerResponse): void {
  res.setHeader("Access-Control-Allow-Origin", "*");
  res.setHeader("Access-Control-Expose-Headers", ANSWER_HEADERS);
}

/** Answers a CORS preflight request whose origin `checkOrigin` accepted. */
export function answerPreflight(res: ServerResponse): void {
  res
    .writeHead(204, {
      Allow: "POST",
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": REQUEST_HEADERS,
      "Access-Control-Max-Age": String(PREFLIGHT_KEPT_SECONDS),
    })
    .end();
}

/** Browsers serialize an origin as in RFC 6454, section 6.2: scheme and host, without a default port. */
const isSameOrigin = (origin: string, host = ""): boolean =>
  origin === `http://${host}` || origin === `https://${host}`;
