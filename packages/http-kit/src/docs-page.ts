import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { SERVICE_NAME } from "@skucast/contracts/service";
import express, { type Response, type Router } from "express";
import { type Coding, codedTag, codingOf, compress } from "./content-coding.js";
import { renderErrorsPage } from "./errors-page.js";
import { matchesAny } from "./etag.js";
import { escapeHtml } from "./html.js";

const ASSETS = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"] as const;
const ASSET_SECONDS = 86_400;

/** Swagger UI needs inline styles. Scripts must come from this origin, and nothing from other hosts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The API reference: `/` shows Swagger UI with the document at `openApiUrl` (same origin), `/errors` lists all error
 * codes.
 */
export function createDocsRouter({ openApiUrl }: { openApiUrl: string }): Router {
  const assetFolder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const router = express.Router({ caseSensitive: true });
  router.use((req, res, next) => {
    res.locals.routeTemplate = req.baseUrl;
    res.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    res.setHeader("Referrer-Policy", "no-referrer");
    next();
  });
  router.get("/", (req, res) => sendText(res, "text/html", indexPage(req.baseUrl)));
  router.get("/initializer.js", (_req, res) => sendText(res, "text/javascript", initializer(openApiUrl)));
  const errorsPage = renderErrorsPage();
  router.get("/errors", (_req, res) => sendText(res, "text/html", errorsPage));
  for (const asset of ASSETS) {
    router.get(`/${asset}`, (_req, res, next) => {
      res.sendFile(asset, { root: assetFolder, maxAge: ASSET_SECONDS * 1000 }, (error) => {
        if (error) next(error);
      });
    });
  }
  return router;
}

interface Rendered {
  readonly text: string;
  readonly etag: string;
  /** Compressed on first request and cached, because the document does not change. */
  readonly coded: Map<Coding, Promise<Buffer>>;
}

/** Serves a rendered document such as OpenAPI's, with an entity tag, compressed if the client accepts it. */
export function createDocumentRouter(render: () => unknown): Router {
  let rendered: Rendered | undefined;
  const router = express.Router();
  router.get("/", async (req, res) => {
    res.locals.routeTemplate = req.baseUrl;
    // Rendered on the first request, because it takes tens of megabytes that idle processes do not need.
    rendered ??= withTag(JSON.stringify(render()));
    const { text, etag, coded } = rendered;
    const coding = codingOf(req);
    res.setHeader("Cache-Control", "public, no-cache").setHeader("Vary", "Accept-Encoding");
    res.setHeader("ETag", coding === null ? etag : codedTag(etag, coding));
    if (matchesAny(req.headers["if-none-match"] ?? "", etag)) return res.status(304).end();
    if (coding === null) return sendText(res, "application/json", text);
    const compressed = coded.get(coding) ?? compress(text, coding);
    coded.set(coding, compressed);
    return sendText(res.setHeader("Content-Encoding", coding), "application/json", await compressed);
  });
  return router;
}

const withTag = (text: string): Rendered => ({
  text,
  coded: new Map(),
  etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
});

function sendText(res: Response, type: string, text: string | Buffer): void {
  res.setHeader("Content-Type", `${type}; charset=utf-8`);
  if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-cache");
  res.end(text);
}

function indexPage(base: string): string {
  const path = escapeHtml(base);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SERVICE_NAME} API</title>
<link rel="icon" type="image/png" href="${path}/favicon-32x32.png">
<link rel="stylesheet" href="${path}/swagger-ui.css">
</head>
<body>
<noscript>This page requires JavaScript. The OpenAPI document contains the same reference.</noscript>
<div id="reference"></div>
<script src="${path}/swagger-ui-bundle.js"></script>
<script src="${path}/initializer.js"></script>
</body>
</html>
`;
}

function initializer(openApiUrl: string): string {
  const options = { url: openApiUrl, dom_id: "#reference", deepLinking: true, validatorUrl: null };
  return `window.SwaggerUIBundle(${JSON.stringify(options)});\n`;
}
