import { type HtmlValue, html } from "@skucast/http-kit/html";
import { PASSWORD_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { returnQuery } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { emailField, errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { type LanguageMenu, languageMenu } from "./language-menu.js";
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
  readonly languages: LanguageMenu;
}

export const signInPage = ({ formToken, returnTo, email, errors = [], passkey, ...links }: SignInModel): string =>
  page({
    title: texts().signIn.title,
    body: html`<h1>${texts().signIn.title}</h1>
${errorSummary(errors)}
<form method="post" action="/sign-in" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${emailField(email, errors)}
${textField(
  {
    name: "password",
    label: texts().forms.password,
    type: "password",
    autocomplete: "current-password",
    lengthMax: PASSWORD_LENGTH_MAX,
  },
  errors,
)}
<div class="actions"><button type="submit">${texts().signIn.title}</button> <a href="/forgot-password">${texts().signIn.forgot}</a></div>
</form>
${
  passkey !== null &&
  passkeyForm({
    act: "use",
    path: "/sign-in/passkey",
    button: texts().signIn.usePasskey,
    isQuiet: true,
    returnTo,
    ...passkey,
  })
}
<p><a class="button quiet" href="/sign-in/sso${returnQuery(returnTo)}">${texts().signIn.singleSignOn}</a></p>
${passkey !== null && PASSKEY_SCRIPT_ELEMENT}`,
    footer: footerOf(returnTo, links),
  });

function footerOf(
  returnTo: string | null,
  { isSignUpOpen, isOutboxShown, languages }: Pick<SignInModel, "isSignUpOpen" | "isOutboxShown" | "languages">,
): HtmlValue {
  const links = [
    isSignUpOpen &&
      html`${texts().signIn.newHere} <a href="/sign-up${returnQuery(returnTo)}">${texts().signIn.signUp}</a>`,
    isOutboxShown && html`<a href="/outbox">${texts().forms.outbox}</a>`,
  ].filter((link) => link !== false);
  return [links.map((link, i) => (i === 0 ? link : html` · ${link}`)), languageMenu(languages)];
}
