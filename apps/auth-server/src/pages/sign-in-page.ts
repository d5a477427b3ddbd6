import { PASSWORD_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { returnQuery } from "../forms/return-path.js";
import { emailField, errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { type HtmlValue, html } from "./html.js";
import { page } from "./page.js";
import { PASSKEY_SCRIPT_ELEMENT, type PasskeyForm, passkeyForm } from "./passkey-form.js";

export interface SignInModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  readonly email?: string;
  readonly errors?: readonly FormError[];
  /** Whether sign-up is open without an invitation. */
  readonly isSignUpOpen: boolean;
  /** Whether the deployment shows its mails. */
  readonly isOutboxShown: boolean;
  /** The request for a passkey; null where browsers offer none. */
  readonly passkey: Pick<PasskeyForm, "challenge" | "formToken" | "options"> | null;
}

export const signInPage = ({ formToken, returnTo, email, errors = [], passkey, ...links }: SignInModel): string =>
  page({
    title: "Sign in",
    body: html`<h1>Sign in</h1>
${errorSummary(errors)}
<form method="post" action="/sign-in" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${emailField(email, errors)}
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
<div class="actions"><button type="submit">Sign in</button> <a href="/forgot-password">Forgot your password?</a></div>
</form>
${
  passkey !== null &&
  html`${passkeyForm({ act: "use", path: "/sign-in/passkey", button: "Use a passkey", isQuiet: true, returnTo, ...passkey })}
${PASSKEY_SCRIPT_ELEMENT}`
}
<p><a class="button quiet" href="/sign-in/sso${returnQuery(returnTo)}">Continue with single sign-on</a></p>`,
    footer: footerOf(returnTo, links),
  });

function footerOf(
  returnTo: string | null,
  { isSignUpOpen, isOutboxShown }: Pick<SignInModel, "isSignUpOpen" | "isOutboxShown">,
): HtmlValue {
  const links = [
    isSignUpOpen && html`New here? <a href="/sign-up${returnQuery(returnTo)}">Create an account</a>`,
    isOutboxShown && html`<a href="/outbox">Outbox of this deployment</a>`,
  ].filter((link) => link !== false);
  return links.length > 0 && links.map((link, i) => (i === 0 ? link : html` · ${link}`));
}
