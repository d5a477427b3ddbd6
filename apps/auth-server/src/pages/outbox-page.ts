import { formatMinute } from "./format-minute.js";
import { type HtmlValue, html } from "./html.js";
import { page } from "./page.js";

export interface OutboxEntry {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly at: Date;
}

/** The mails of a deployment without a mail server. */
export const outboxPage = (mails: readonly OutboxEntry[]): string =>
  page({
    title: "Outbox",
    isWide: true,
    body: html`<div class="sheet"><h1>Outbox</h1>
<p>This deployment has no mail server, so it keeps its mails here. Set SKUCAST_SMTP_URL to send them.</p>
${
  mails.length === 0
    ? html`<p class="soft">No mails yet. Sign up, invite a person or reset a password.</p>`
    : html`<ul class="rows">${mails.map(
        ({ id, recipient, subject, at }) => html`<li><p><a href="/outbox/${id}"><strong>${subject}</strong></a><br>
<span class="soft">to ${recipient} · ${formatMinute(at)}</span></p></li>`,
      )}</ul>`
}
<div class="actions"><a class="button quiet" href="/">Open the dashboard</a></div></div>`,
  });

export interface KeptMailModel {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly publicUrl: string;
}

/** One mail as plain text. Its links can be followed. */
export const keptMailPage = ({ id, recipient, subject, text, publicUrl }: KeptMailModel): string =>
  page({
    title: subject,
    isWide: true,
    body: html`<div class="sheet"><h1>${subject}</h1>
<p class="soft">to ${recipient}</p>
<pre class="mail">${withLinks(text, publicUrl)}</pre>
<div class="actions"><a class="button quiet" href="/outbox/${id}/html">View as HTML</a>
<a href="/outbox">Back to the outbox</a></div></div>`,
  });

/** Only links of this deployment become links. */
function withLinks(text: string, publicUrl: string): HtmlValue {
  return text
    .split("\n")
    .map((line) =>
      line.startsWith(`${publicUrl}/`) ? html`<a href="${line.slice(publicUrl.length)}">${line}</a>\n` : `${line}\n`,
    );
}
