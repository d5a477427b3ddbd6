import { html } from "./html.js";
import { page } from "./page.js";

/** Shows the recovery codes, once. */
export const recoveryCodesPage = ({ codes, isNew }: { readonly codes: readonly string[]; readonly isNew: boolean }) =>
  page({
    title: "Your recovery codes",
    body: html`<h1>Your recovery codes</h1>
${isNew && html`<div class="note good" role="status"><p>The authenticator app is on. You were signed out of all other browsers.</p></div>`}
<p>Store these codes where you find them without your device. Each replaces the code of your app once. They are not shown
again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button" href="/account">I stored the codes</a></div>`,
  });
