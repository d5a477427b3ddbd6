import type { RequestHandler } from "express";

const PREFLIGHT_SECONDS = 3_600;

/**
 * CORS for endpoints that scripts of any site may call. They read no cookie; the client authenticates with what it
 * sends. Never use it for pages: only browsers open /oauth/authorize.
 */
export const allowEveryOrigin =
  (method: "GET" | "POST"): RequestHandler =>
  (req, res, next) => {
    res.setHeader("Access-Control-Allow-Origin", "*");
    res.setHeader("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After");
    if (req.method !== "OPTIONS") {
      next();
      return;
    }
    res.setHeader("Access-Control-Allow-Methods", method);
    res.setHeader("Access-Control-Allow-Headers", "Authorization, Content-Type, MCP-Protocol-Version");
    res.setHeader("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
    res.status(204).end();
  };
