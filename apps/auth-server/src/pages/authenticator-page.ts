import { html, rawHtml } from "@skucast/http-kit/html";
import { renderSVG } from "uqr";
import { texts } from "../language/request-language.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
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
    isSignedIn: true,
    title: texts().account.addAuthenticator,
    body: html`<h1>${texts().account.addAuthenticator}</h1>
${errorSummary(errors)}
<ol>${texts().account.authenticatorSteps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="qr" role="img" aria-label="${texts().account.qrCode}">${rawHtml(renderSVG(uri, { border: 2 }))}</p>
<p><span class="soft">${texts().account.secret}</span> <code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
${textField({ name: "code", label: texts().forms.code, autocomplete: "one-time-code", lengthMax: 10 }, errors)}
<div class="actions"><button type="submit">${texts().account.turnOn}</button></div></form>`,
    footer: html`<a href="/account">${texts().forms.notNow}</a>`,
  });
