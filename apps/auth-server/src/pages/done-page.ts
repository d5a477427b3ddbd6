import { type HtmlValue, html } from "@skucast/http-kit/html";
import { page } from "./page.js";

export interface DoneModel {
  readonly title: string;
  readonly sentence: HtmlValue;
  /** Further paragraphs. */
  readonly more?: HtmlValue;
  /** The link to the next page. */
  readonly next?: { readonly path: string; readonly label: string };
}

/** Confirms a completed action. */
export const donePage = ({ title, sentence, more, next }: DoneModel): string =>
  page({
    title,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
${more}
${next && html`<div class="actions"><a class="button" href="${next.path}">${next.label}</a></div>`}`,
  });
