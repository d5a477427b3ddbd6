import { html } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { errorSummary, type FormError, textField } from "./form-parts.js";
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
    isSignedIn: true,
    title: texts().signIn.newPasskey,
    body: html`<h1>${texts().signIn.newPasskey}</h1>
${errorSummary(errors)}
<p>${texts().signIn.newPasskeySentence}</p>
<noscript><div class="note warn"><p>${texts().signIn.needsScript}</p></div></noscript>
${passkeyForm({
  act: "create",
  button: texts().signIn.newPasskey,
  ...form,
  fields: textField(
    {
      name: "name",
      label: texts().signIn.passkeyName,
      autocomplete: "off",
      value: name,
      lengthMax: 100,
      hint: texts().signIn.passkeyNameHint,
    },
    errors,
  ),
})}
${PASSKEY_SCRIPT_ELEMENT}`,
    footer: html`<a href="/account">${texts().forms.backToAccount}</a>`,
  });
