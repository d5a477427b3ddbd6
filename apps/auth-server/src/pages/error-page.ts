import { html } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { page } from "./page.js";

export interface ErrorModel {
  readonly title: string;
  /** What happened and what the user can do. */
  readonly sentence: string;
  /** An optional link. */
  readonly link?: { readonly href: string; readonly text: string };
  /** Identifies the request in the log. */
  readonly requestId?: string;
}

/** Says what failed, without internal details. */
export const errorPage = ({ title, sentence, link, requestId }: ErrorModel): string =>
  page({
    title,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
${link && html`<p><a href="${link.href}" rel="noreferrer">${link.text}</a></p>`}
${requestId !== undefined && html`<p class="soft">${texts().forms.support(requestId)}</p>`}`,
    footer: html`<a href="/account">${texts().forms.yourAccount}</a>`,
  });
