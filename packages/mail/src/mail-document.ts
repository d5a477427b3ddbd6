import { SERVICE_NAME } from "@skucast/contracts/service";
import { type Html, type HtmlValue, html, rawHtml } from "@skucast/http-kit/html";
import { LOGO_CID } from "./logo.js";
import type { MailReader } from "./rendered-mail.js";

/**
 * The colors of the dashboard in dark mode, for programs that read style sheets. The others show the styles of the elements,
 * which these override.
 */
const DARK_STYLE = rawHtml(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.ground { background: #101317 !important; color: #e6e9ee !important }
.sheet { background: #1a1f26 !important; border-color: #333c47 !important }
.soft { color: #a3adba !important }
.accent { color: #8ab8ff !important }
.button { background: #8ab8ff !important; color: #0c1a2e !important }
.code { background: #101317 !important }
}
</style>`);

/**
 * The HTML document of every mail. Many mail programs ignore style sheets, so each element has the style of the dashboard
 * in light mode.
 */
export const mailDocument = (
  { subject, title = subject }: { readonly subject: string; readonly title?: string },
  body: HtmlValue,
  { language, publicUrl }: MailReader,
): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
${DARK_STYLE}
<title>${subject}</title>
</head>
<body class="ground" style="margin:0;padding:24px 16px;background:#f4f5f7;color:#1b1f24;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div role="main" style="max-width:480px;margin:0 auto">
<p class="accent" style="margin:0 0 20px;font-weight:650;color:#1f5fbf"><img src="cid:${LOGO_CID}" alt="" width="32" height="32" style="vertical-align:middle;margin-right:8px;border:0">${SERVICE_NAME}</p>
<div class="sheet" style="background:#ffffff;border:1px solid #d5d9e0;border-radius:12px;padding:24px;overflow-wrap:anywhere">
<h1 style="font-size:22px;line-height:1.25;margin:0 0 12px">${title}</h1>
${body}</div>
<p class="soft" style="margin:20px 0 0;color:#57606a;font-size:14px">${publicUrl}</p>
</div>
</body>
</html>
`.text;

export const paragraph = (content: HtmlValue): Html => html`<p style="margin:0 0 16px">${content}</p>
`;

/** The last paragraph: why the person gets the mail. */
export const closingParagraph = (
  content: HtmlValue,
): Html => html`<p class="soft" style="margin:0;color:#57606a">${content}</p>
`;

/** A link as a button. Its URL is also shown as text, so that a person can see where it leads. */
export const mailButton = (label: string, url: string): Html =>
  html`<p style="margin:20px 0"><a class="button" href="${url}" style="display:inline-block;padding:10px 18px;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px">${label}</a></p>
<p class="soft" style="margin:0 0 16px;color:#57606a;font-size:14px">${url}</p>
`;

/** Facts by name, for example when and from where. */
export const factTable = (facts: readonly (readonly [name: string, value: string])[]): Html =>
  html`<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${facts.map(
    ([name, value]) =>
      html`<tr><td class="soft" style="padding:2px 16px 2px 0;color:#57606a;vertical-align:top">${name}</td><td style="padding:2px 0">${value}</td></tr>`,
  )}</table>
`;

/** The last line of the plain text, which says who sent the mail. */
export const signature = (publicUrl: string): string => `${SERVICE_NAME} · ${publicUrl}`;
