import { EMAIL_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface DeleteAccountModel {
  readonly path: string;
  readonly email: string;
  readonly formToken: string;
  /** Workspaces that would be left without an owner. */
  readonly owned: readonly { readonly id: string; readonly name: string }[];
  readonly errors: readonly FormError[];
}

export const deleteAccountPage = ({ path, email, formToken, owned, errors }: DeleteAccountModel): string =>
  page({
    title: texts().account.delete,
    body: html`<h1>${texts().account.delete}</h1>
${errorSummary(errors)}
<p>${texts().account.deleteSentence}</p>
${
  owned.length > 0
    ? html`<div class="note warn"><p>${texts().account.soleOwner}</p><ul>${owned.map(({ id, name }) => html`<li>${cleanText(name)} (${id})</li>`)}</ul></div>`
    : html`<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
${textField(
  {
    name: "email",
    label: texts().account.emailOfAccount,
    type: "email",
    autocomplete: "off",
    lengthMax: EMAIL_LENGTH_MAX,
    hint: texts().forms.enterToConfirm(email),
  },
  errors,
)}
<div class="actions"><button type="submit">${texts().account.delete}</button></div></form>`
}`,
    footer: html`<a href="/account">${texts().forms.backToAccount}</a>`,
  });
