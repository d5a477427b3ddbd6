import { ERROR_CODES } from "@skucast/contracts/error-codes";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { escapeHtml } from "./html.js";

const STYLE = `
:root { color-scheme: light dark; --line: #d0d5dd; --muted: #475467; --mark: #fff3c4 }
@media (prefers-color-scheme: dark) { :root { --line: #3b4352; --muted: #a6b0c0; --mark: #4a3f10 } }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin: 0 }
article { border-top: 1px solid var(--line); padding: 1rem .5rem }
article:target { background: var(--mark) }
p { margin: .25rem 0 } .status { color: var(--muted) } code { font-size: 1rem }
`;

/** A page that explains every error code, each under the anchor that a problem's `type` links to. */
export function renderErrorsPage(): string {
  const articles = Object.entries(ERROR_CODES).map(
    ([code, [status, title, meaning]]) => `
<article id="${escapeHtml(code)}">
<h2><code>${escapeHtml(code)}</code></h2>
<p class="status">${status} · ${escapeHtml(title)}</p>
<p>${escapeHtml(meaning)}</p>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · ${SERVICE_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>Every error response is a problem document (RFC 9457). Its <code>code</code> is stable. <code>errors</code> lists all
validation errors at once. Include the <code>request_id</code> when you contact support.</p>
${articles.join("\n")}
</main>
</body>
</html>
`;
}
