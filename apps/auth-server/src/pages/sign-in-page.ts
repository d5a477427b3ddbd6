import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { returnQuery } from "../forms/return-path.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface SignInModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  readonly email?: string;
  readonly errors?: readonly FormError[];
  /** Whether sign-up is open without an invitation. */
  readonly isSignUpOpen: boolean;
}

export const signInPage = ({ formToken, returnTo, email, errors = [], isSignUpOpen }: SignInModel): string =>
  page({
    title: "Sign in",
    body: html`<h1>Sign in</h1>
${errorSummary(errors)}
<form method="post" action="/sign-in" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${textField(
  {
    name: "email",
    label: "Email address",
    type: "email",
    autocomplete: "username",
    lengthMax: EMAIL_LENGTH_MAX,
    ...(email !== undefined && { value: email }),
  },
  errors,
)}
${textField(
  {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
    lengthMax: PASSWORD_LENGTH_MAX,
  },
  errors,
)}
<div class="actions"><button type="submit">Sign in</button></div>
</form>`,
    footer: isSignUpOpen && html`New here? <a href="/sign-up${returnQuery(returnTo)}">Create an account</a>`,
  });
