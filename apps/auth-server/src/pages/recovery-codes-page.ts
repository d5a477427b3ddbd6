import { texts } from "../language/request-language.js";
import { html } from "./html.js";
import { page } from "./page.js";

/** Shows the recovery codes, once. */
export const recoveryCodesPage = ({ codes, isNew }: { readonly codes: readonly string[]; readonly isNew: boolean }) =>
  page({
    title: texts().account.codes,
    body: html`<h1>${texts().account.codes}</h1>
${isNew && html`<div class="note good" role="status"><p>${texts().account.authenticatorOn}</p></div>`}
<p>${texts().account.codesSentence}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button" href="/account">${texts().account.codesStored}</a></div>`,
  });
