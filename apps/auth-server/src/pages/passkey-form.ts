import { type Html, type HtmlValue, html, rawHtml } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { formTokenField } from "./form-parts.js";
import { PASSKEY_SCRIPT } from "./passkey-script.js";

/** A form that uses a passkey. */
export interface PasskeyForm {
  readonly act: "create" | "use";
  readonly path: string;
  readonly button: string;
  readonly formToken: string;
  /** The challenge that the form token was signed for. */
  readonly challenge: string;
  /** Options for the browser (WebAuthn Level 3, section 5.1.8 and 5.1.9). */
  readonly options: object;
  readonly returnTo?: string | null;
  /** Fields before the button. */
  readonly fields?: HtmlValue;
  readonly isQuiet?: boolean;
}

/** The form, hidden until the script shows it. The page must be sent with `hasPasskeyScript`. */
export const passkeyForm = (
  form: PasskeyForm,
): Html => html`<form method="post" action="${form.path}" data-passkey="${form.act}" data-options="${JSON.stringify(form.options)}"
data-exists="${texts().forms.passkeyExists}" data-unused="${texts().forms.passkeyUnused}" hidden>
${formTokenField(form.formToken)}
<input type="hidden" name="challenge" value="${form.challenge}">
<input type="hidden" name="response" value="">
${typeof form.returnTo === "string" && html`<input type="hidden" name="return_to" value="${form.returnTo}">`}
${form.fields}
<p class="error" role="alert"></p>
<div class="actions"><button type="submit"${form.isQuiet && html` class="quiet"`}>${form.button}</button></div>
</form>`;

/** The script, for the end of the page. */
export const PASSKEY_SCRIPT_ELEMENT: Html = rawHtml(`<script>${PASSKEY_SCRIPT}</script>`);
