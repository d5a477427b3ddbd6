import { SERVICE_NAME } from "@skucast/contracts/service";
import { type Html, type HtmlValue, html } from "@skucast/http-kit/html";
import type { MailReader } from "./rendered-mail.js";

/**
 * The HTML document of every mail. Mail programs ignore style sheets, so each element has its style. The colors are those
 * of the dashboard in light mode; programs with a dark mode adapt them.
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
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f4f5f7;color:#1b1f24;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div role="main" style="max-width:480px;margin:0 auto">
<p style="margin:0 0 20px;font-weight:650;color:#1f5fbf">${SERVICE_NAME}</p>
<div style="background:#ffffff;border:1px solid #c9ced6;border-radius:12px;padding:24px;overflow-wrap:anywhere">
<h1 style="font-size:22px;line-height:1.25;margin:0 0 12px">${title}</h1>
${body}</div>
<p style="margin:20px 0 0;color:#57606a;font-size:14px">${publicUrl}</p>
</div>
</body>
</html>
`.text;

export const paragraph = (content: HtmlValue): Html => html`<p style="margin:0 0 16px">${content}</p>
`;

/** The last paragraph: why the person gets the mail. */
export const closingParagraph = (content: HtmlValue): Html => html`<p style="margin:0;color:#57606a">${content}</p>
`;

/** A link as a button. Its URL is also shown as text, so that a person can see where it leads. */
export const mailButton = (label: string, url: string): Html =>
  html`<p style="margin:20px 0"><a href="${url}" style="display:inline-block;padding:10px 18px;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px">${label}</a></p>
<p style="margin:0 0 16px;color:#57606a;font-size:14px">${url}</p>
`;

/** Facts by name, for example when and from where. */
export const factTable = (facts: readonly (readonly [name: string, value: string])[]): Html =>
  html`<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${facts.map(
    ([name, value]) =>
      html`<tr><td style="padding:2px 16px 2px 0;color:#57606a;vertical-align:top">${name}</td><td style="padding:2px 0">${value}</td></tr>`,
  )}</table>
`;

/** The last line of the plain text, which says who sent the mail. */
export const signature = (publicUrl: string): string => `${SERVICE_NAME} · ${publicUrl}`;
