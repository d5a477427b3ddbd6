import { SERVICE_NAME } from "@skucast/contracts/service";
import { type Html, type HtmlValue, html, rawHtml } from "@skucast/http-kit/html";
import { currentLanguage, texts } from "../language/request-language.js";
import { STYLESHEET } from "./stylesheet.js";

export interface Page {
  /** The document title. The body has the page's only h1. */
  readonly title: string;
  readonly body: Html;
  /** Links below the sheet. */
  readonly footer?: HtmlValue;
  /** Wider, for pages with lists. */
  readonly isWide?: boolean;
  /** Whether the page needs a session, which it then offers to end. */
  readonly isSignedIn?: boolean;
  /** An https URL to which the browser goes at once. */
  readonly refreshTo?: string;
}

const MARK = rawHtml(
  `<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M3 6.5 12 2l9 4.5v11L12 22l-9-4.5zm9 1.9 4.6-2.3L12 3.9 7.4 6.1zM5 8v8.3l6 3V10.9zm8 2.9v8.4l6-3V8z"/></svg>`,
);
const STYLE = rawHtml(`<style>${STYLESHEET}</style>`);
const ICON = rawHtml(
  `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='%231f5fbf' d='M3 6.5 12 2l9 4.5v11L12 22l-9-4.5zm9 1.9 4.6-2.3L12 3.9 7.4 6.1zM5 8v8.3l6 3V10.9zm8 2.9v8.4l6-3V8z'/%3E%3C/svg%3E">`,
);

/** The HTML document around a page body. The body of a wide page brings its own sheets. */
export function page({ title, body, footer, isWide = false, isSignedIn = false, refreshTo }: Page): string {
  return html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${refreshTo}">`}
<title>${title} · ${SERVICE_NAME}</title>
${ICON}
${STYLE}
</head>
<body>
<div class="frame${isWide && " wide"}">
<header><span class="wordmark">${MARK}${SERVICE_NAME}</span>
${isSignedIn && html`<a href="/sign-out">${texts().account.signOut}</a>`}</header>
<main>${isWide ? body : html`<div class="sheet">${body}</div>`}</main>
${footer && html`<footer>${footer}</footer>`}
</div>
</body>
</html>
`.text;
}
