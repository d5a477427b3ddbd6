import { SERVICE_NAME } from "@skucast/contracts/service";
import express, { type Router } from "express";
import { escapeHtml } from "./html.js";

const STYLE = `
:root { color-scheme: light dark }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 }
`;
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The page at `/` for a person who opens the origin in a browser: a sentence, and where to go from here. */
export function landingRouter({
  sentence,
  links,
}: {
  sentence: string;
  links: Readonly<Record<string, string>>;
}): Router {
  const page = renderPage(sentence, links);
  const router = express.Router({ caseSensitive: true });
  router.get("/", (_req, res) => {
    res.locals.routeTemplate = "/";
    res.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    res.setHeader("Cache-Control", "public, no-cache");
    res.type("text/html").end(page);
  });
  return router;
}

function renderPage(sentence: string, links: Readonly<Record<string, string>>): string {
  const entries = Object.entries(links).map(
    ([path, what]) => `<dt><a href="${escapeHtml(path)}">${escapeHtml(path)}</a></dt>\n<dd>${escapeHtml(what)}</dd>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SERVICE_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${SERVICE_NAME}</h1>
<p>${escapeHtml(sentence)}</p>
<dl>
${entries.join("\n")}
</dl>
</main>
</body>
</html>
`;
}
