import { html } from "@skucast/http-kit/html";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../accounts/validate-account-fields.js";
import { texts } from "../language/request-language.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { page } from "./page.js";

export interface NewPasswordModel {
  readonly email: string;
  /** Whether the address was never confirmed, so that another person may have created the account. */
  readonly isUnproven: boolean;
  readonly path: string;
  readonly formToken: string;
  readonly errors: readonly FormError[];
}

/** The page of the link that resets a password. */
export const newPasswordPage = ({ email, isUnproven, path, formToken, errors }: NewPasswordModel): string =>
  page({
    title: texts().signIn.choosePassword,
    body: html`<h1>${texts().signIn.choosePassword}</h1>
${errorSummary(errors)}
<p>${texts().signIn.forAccount(email)}</p>
${isUnproven && html`<div class="note warn"><p>${texts().signIn.unprovenReset}</p></div>`}
<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
<input type="email" name="username" autocomplete="username" value="${email}" readonly hidden>
${textField(
  {
    name: "password",
    label: texts().forms.newPassword,
    type: "password",
    autocomplete: "new-password",
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: texts().forms.passwordHint(PASSWORD_LENGTH_MIN),
  },
  errors,
)}
<div class="actions"><button type="submit">${texts().signIn.changePassword}</button></div></form>`,
  });
