import { html } from "./html.js";
import { page } from "./page.js";

export interface ErrorModel {
  readonly title: string;
  /** What happened and what can be done, for the person who reads it. */
  readonly sentence: string;
  /** A way on, which the person may take. */
  readonly link?: { readonly href: string; readonly text: string };
  /** Helps to find the request in the log. */
  readonly requestId?: string;
}

/** Says what did not work, and nothing about how it is built. */
export const errorPage = ({ title, sentence, link, requestId }: ErrorModel): string =>
  page({
    title,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
${link && html`<p><a href="${link.href}" rel="noreferrer">${link.text}</a></p>`}
${requestId !== undefined && html`<p class="soft">If you ask for help, name this request: ${requestId}</p>`}`,
    footer: html`<a href="/account">Your account</a>`,
  });
