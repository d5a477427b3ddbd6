import { type HtmlValue, html } from "@skucast/http-kit/html";
import { splitAtLinks } from "@skucast/mail/deployment-links";
import { currentLanguage, texts } from "../language/request-language.js";
import { formatMinute } from "./format-minute.js";
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
    title: texts().account.outbox,
    isWide: true,
    body: html`<div class="sheet"><h1>${texts().account.outbox}</h1>
<p>${texts().account.outboxSentence}</p>
${
  mails.length === 0
    ? html`<p class="soft">${texts().account.noMails}</p>`
    : html`<ul class="rows">${mails.map(
        ({ id, recipient, subject, at }) => html`<li><p><a href="/outbox/${id}"><strong>${subject}</strong></a><br>
<span class="soft">${texts().account.to(recipient)} · ${formatMinute(at, currentLanguage())}</span></p></li>`,
      )}</ul>`
}
<div class="actions"><a class="button quiet" href="/">${texts().forms.openDashboard}</a></div></div>`,
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
<p class="soft">${texts().account.to(recipient)}</p>
<pre class="mail">${withLinks(text, publicUrl)}</pre>
<div class="actions"><a class="button quiet" href="/outbox/${id}/html">${texts().account.viewHtml}</a>
<a href="/outbox">${texts().account.backToOutbox}</a></div></div>`,
  });

/** Only links of this deployment become links. They keep the host of the page. */
const withLinks = (text: string, publicUrl: string): HtmlValue =>
  splitAtLinks(text, publicUrl).map((part, i) =>
    i % 2 === 0 ? part : html`<a href="${part.slice(publicUrl.length)}">${part}</a>`,
  );
