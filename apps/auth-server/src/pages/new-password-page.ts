import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../accounts/validate-account-fields.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface NewPasswordModel {
  readonly email: string;
  readonly path: string;
  readonly formToken: string;
  readonly errors: readonly FormError[];
}

/** The page of the link that resets a password. */
export const newPasswordPage = ({ email, path, formToken, errors }: NewPasswordModel): string =>
  page({
    title: "Choose a new password",
    body: html`<h1>Choose a new password</h1>
${errorSummary(errors)}
<p>For the account ${email}. This signs you out of all browsers.</p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
<input type="email" name="username" autocomplete="username" value="${email}" readonly hidden>
${textField(
  {
    name: "password",
    label: "New password",
    type: "password",
    autocomplete: "new-password",
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: `At least ${PASSWORD_LENGTH_MIN} characters. Several words work well.`,
  },
  errors,
)}
<div class="actions"><button type="submit">Change password</button></div></form>`,
  });
