import type { Language } from "@skucast/contracts/languages";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { cleanText } from "../pages/clean-text.js";
import { html } from "../pages/html.js";
import { contentOf, type MailContent } from "./mail-content.js";

/** A mail and the language that its recipient reads. */
export interface MailInLanguage {
  readonly mail: AccountMail;
  readonly language: Language;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes a mail as plain text and as HTML. Links lead to the deployment at this URL. */
export function renderMail({ mail, language }: MailInLanguage, publicUrl: string): RenderedMail {
  const content = cleaned(contentOf(mail, language));
  return { subject: content.subject, text: textOf(content, publicUrl), html: htmlOf(content, publicUrl, language) };
}

const SENTENCE_LENGTH_MAX = 500;

/** Names are chosen by people, so control characters and direction marks are removed from every sentence. */
const cleaned = (content: MailContent): MailContent => ({
  ...content,
  subject: cleanText(content.subject, SENTENCE_LENGTH_MAX),
  paragraphs: content.paragraphs.map((paragraph) => cleanText(paragraph, SENTENCE_LENGTH_MAX)),
  ...(content.facts && {
    facts: content.facts.map(([name, value]) => [name, cleanText(value, SENTENCE_LENGTH_MAX)] as const),
  }),
});

function textOf({ paragraphs, action, facts, closing }: MailContent, publicUrl: string): string {
  const parts = [
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${publicUrl}${action.path}`]),
    ...(facts === undefined ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join("\n")]),
    closing,
    `${SERVICE_NAME} · ${publicUrl}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * Mail programs ignore style sheets, so each element has its style. The colors are those of the dashboard in light mode;
 * programs with a dark mode adapt them. The link is also shown as text, so that a person can see where it leads.
 */
function htmlOf(
  { subject, paragraphs, action, facts, closing }: MailContent,
  publicUrl: string,
  language: Language,
): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f4f5f7;color:#1b1f24;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 20px;font-weight:650;color:#1f5fbf">${SERVICE_NAME}</p>
<div style="background:#ffffff;border:1px solid #c9ced6;border-radius:12px;padding:24px">
<h1 style="font-size:22px;line-height:1.25;margin:0 0 12px">${subject}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}${
  action !== undefined &&
  html`<p style="margin:20px 0"><a href="${publicUrl}${action.path}" style="display:inline-block;padding:10px 18px;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px">${action.label}</a></p>
<p style="margin:0 0 16px;color:#57606a;font-size:14px;overflow-wrap:anywhere">${publicUrl}${action.path}</p>
`
}${
  facts !== undefined &&
  html`<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${facts.map(
    ([name, value]) =>
      html`<tr><td style="padding:2px 16px 2px 0;color:#57606a;vertical-align:top">${name}</td><td style="padding:2px 0">${value}</td></tr>`,
  )}</table>
`
}<p style="margin:0;color:#57606a">${closing}</p>
</div>
<p style="margin:20px 0 0;color:#57606a;font-size:14px">${publicUrl}</p>
</div>
</body>
</html>
`.text;
}
