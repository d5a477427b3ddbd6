import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@skucast/contracts/problem";
import express, { type Response, type Router } from "express";

/** Scripts of this origin alone, none inline. Highlighted code has its colors in style attributes. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const NOT_BUILT = "The documentation site has not been built. To build it, run: npm run docs:site\n";
const YEAR_SECONDS = 31_536_000;

/** Serves the documentation site from the folder that `npm run docs:site` builds. It answers every path below its mount. */
export function createDocsSiteRouter({ folder }: { folder: string }): Router {
  const router = express.Router({ caseSensitive: true });
  router.use((req, res, next) => {
    res.locals.routeTemplate = `${req.baseUrl}/{page}`;
    if (req.method !== "GET" && req.method !== "HEAD") {
      throw new Problem("method_not_allowed", "The documentation accepts GET and HEAD.", {
        headers: { Allow: "GET, HEAD" },
      });
    }
    setHeaders(res);
    next();
  });
  router.use(express.static(folder, { extensions: ["html"], cacheControl: false, setHeaders: setCaching }));
  router.use((_req, res) => {
    const page = join(folder, "404.html");
    if (existsSync(page)) return res.status(404).type("html").sendFile(page, { cacheControl: false });
    return res.status(404).type("text/plain").send(NOT_BUILT);
  });
  return router;
}

function setHeaders(res: Response): void {
  res.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  res.setHeader("Cache-Control", "no-cache");
}

/** Files in `assets` have a hash of their content in their name. */
function setCaching(res: Response, path: string): void {
  if (/[\\/]assets[\\/]/.test(path)) res.setHeader("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
}
