import { PASSWORD_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { texts } from "../language/request-language.js";
import { codeField } from "./code-page.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";
import { PASSKEY_SCRIPT_ELEMENT, type PasskeyForm, passkeyForm } from "./passkey-form.js";

export interface ConfirmIdentityModel {
  readonly path: string;
  readonly email: string;
  readonly formToken: string;
  readonly needsCode: boolean;
  readonly passkey: Pick<PasskeyForm, "path" | "challenge" | "formToken" | "options"> | null;
  readonly returnTo: string | null;
  readonly errors: readonly FormError[];
}

/** Asks a signed-in person to prove who they are, before they change credentials or members. */
export const confirmIdentityPage = (model: ConfirmIdentityModel): string => {
  const { path, email, formToken, needsCode, passkey, returnTo, errors } = model;
  const words = texts().signIn;
  return page({
    title: words.confirmIdentity,
    body: html`<h1>${words.confirmIdentity}</h1>
${errorSummary(errors)}
<p>${words.needsRecent(email)}</p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
<input type="email" name="username" autocomplete="username" value="${email}" readonly hidden>
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${textField(
  {
    name: "present_password",
    label: texts().forms.password,
    type: "password",
    autocomplete: "current-password",
    lengthMax: PASSWORD_LENGTH_MAX,
  },
  errors,
)}
${needsCode && codeField(errors)}
<div class="actions"><button type="submit">${words.confirm}</button></div></form>
${
  passkey !== null &&
  html`${passkeyForm({ act: "use", button: words.confirmWithPasskey, isQuiet: true, returnTo, ...passkey })}
${PASSKEY_SCRIPT_ELEMENT}`
}`,
  });
};
