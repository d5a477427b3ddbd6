import { renderSVG } from "uqr";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { html, rawHtml } from "./html.js";
import { page } from "./page.js";

export interface AuthenticatorModel {
  /** In base32. */
  readonly secret: string;
  readonly uri: string;
  readonly path: string;
  readonly formToken: string;
  readonly errors: readonly FormError[];
}

/** The page to set up an authenticator app: a QR code, the same secret as text, and a field for the first code. */
export const authenticatorPage = ({ secret, uri, path, formToken, errors }: AuthenticatorModel): string =>
  page({
    title: "Add an authenticator app",
    body: html`<h1>Add an authenticator app</h1>
${errorSummary(errors)}
<ol><li>Scan the code with your app, or type in the secret.</li><li>Enter the six digits that the app shows.</li></ol>
<p class="qr" role="img" aria-label="QR code with the secret below">${rawHtml(renderSVG(uri, { border: 2 }))}</p>
<p><span class="soft">Secret:</span> <code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
${textField({ name: "code", label: "Code", autocomplete: "one-time-code", lengthMax: 10 }, errors)}
<div class="actions"><button type="submit">Turn on</button></div></form>`,
    footer: html`<a href="/account">Not now</a>`,
  });
