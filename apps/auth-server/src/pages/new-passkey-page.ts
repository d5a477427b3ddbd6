import { errorSummary, type FormError, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";
import { PASSKEY_SCRIPT_ELEMENT, passkeyForm } from "./passkey-form.js";

export interface NewPasskeyModel {
  readonly path: string;
  readonly challenge: string;
  readonly formToken: string;
  readonly options: object;
  readonly name: string;
  readonly errors: readonly FormError[];
}

export const newPasskeyPage = ({ name, errors, ...form }: NewPasskeyModel): string =>
  page({
    title: "Add a passkey",
    body: html`<h1>Add a passkey</h1>
${errorSummary(errors)}
<p>A passkey signs you in with your fingerprint, your face or the PIN of your device. It replaces the password and the
code, and it cannot be used on a copied site.</p>
<noscript><div class="note warn"><p>Passkeys need JavaScript.</p></div></noscript>
${passkeyForm({
  act: "create",
  button: "Add a passkey",
  ...form,
  fields: textField(
    {
      name: "name",
      label: "Name of the passkey",
      autocomplete: "off",
      value: name,
      lengthMax: 100,
      hint: "So that you recognize it, for example the device.",
    },
    errors,
  ),
})}
${PASSKEY_SCRIPT_ELEMENT}`,
    footer: html`<a href="/account">Back to your account</a>`,
  });
