import { type HtmlValue, html } from "./html.js";
import { page } from "./page.js";

export interface DoneModel {
  readonly title: string;
  readonly sentence: HtmlValue;
  /** The link to the next page. */
  readonly next?: { readonly path: string; readonly label: string };
}

/** Confirms a completed action. */
export const donePage = ({ title, sentence, next }: DoneModel): string =>
  page({
    title,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
${next && html`<div class="actions"><a class="button" href="${next.path}">${next.label}</a></div>`}`,
  });
