import { html } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { page } from "./page.js";

/** Shows the recovery codes, once. */
export const recoveryCodesPage = ({
  codes,
  news,
}: {
  readonly codes: readonly string[];
  readonly news: string | null;
}) =>
  page({
    isSignedIn: true,
    title: texts().account.codes,
    body: html`<h1>${texts().account.codes}</h1>
${news !== null && html`<div class="note good" role="status"><p>${news}</p></div>`}
<p>${texts().account.codesSentence}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button" href="/account">${texts().account.codesStored}</a></div>`,
  });
