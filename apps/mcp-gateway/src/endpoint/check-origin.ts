import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "@skucast/contracts/problem";

const REQUEST_HEADERS =
  "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, Traceparent";
const ANSWER_HEADERS = "WWW-Authenticate, Request-Id, Retry-After, RateLimit, RateLimit-Policy";
const PREFLIGHT_KEPT_SECONDS = 600;

/**
 * Refuses requests of web pages that were not allowed (a request without `Origin` comes from no page), and answers the
 * allowed ones with what their browser wants to see. The host of the request must have been checked before.
 */
export function originCheck(allowed: readonly string[]) {
  const origins = new Set(allowed);
  return function checkOrigin(req: IncomingMessage, res: ServerResponse): void {
    const { origin, host } = req.headers;
    res.setHeader("Vary", "Origin");
    if (origin === undefined || isSameOrigin(origin, host)) return;
    if (!origins.has(origin)) throw new Problem("forbidden", "Pages of this origin may not call the MCP server.");
    res.setHeader("Access-Control-Allow-Origin", origin);
    res.setHeader("Access-Control-Expose-Headers", ANSWER_HEADERS);
  };
}

/** Lets the scripts of every page read the answer: for what is the same for everybody. */
export function openToPages(res: ServerResponse): void {
  res.setHeader("Access-Control-Allow-Origin", "*");
  res.setHeader("Access-Control-Expose-Headers", ANSWER_HEADERS);
}

/** Answers a browser's question before the request (CORS); `checkOrigin` has let its origin pass. */
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

/** Browsers write an origin as RFC 6454, section 6.2 has it: scheme and host alone, without a default port. */
const isSameOrigin = (origin: string, host = ""): boolean =>
  origin === `http://${host}` || origin === `https://${host}`;
