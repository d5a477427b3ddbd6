import { html } from "@skucast/http-kit/html";
import { formTokenField } from "./form-parts.js";
import { page } from "./page.js";

export interface ConfirmLinkModel {
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  readonly path: string;
  readonly formToken: string;
}

/** The page of a mailed link. Only its button acts. */
export const confirmLinkPage = ({ title, sentence, button, path, formToken }: ConfirmLinkModel): string =>
  page({
    title,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
<form method="post" action="${path}">${formTokenField(formToken)}
<div class="actions"><button type="submit">${button}</button></div></form>`,
  });
