import { type Html, html } from "@skucast/http-kit/html";
import { PASSWORD_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { texts } from "../language/request-language.js";
import { codeField, recoveryCodeField } from "./code-page.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { page } from "./page.js";
import { PASSKEY_SCRIPT_ELEMENT, type PasskeyForm, passkeyForm } from "./passkey-form.js";

export interface ConfirmIdentityModel {
  readonly path: string;
  readonly email: string;
  readonly formToken: string;
  /** The code that the password needs: of the app or a recovery code, a recovery code alone, or none. */
  readonly code: "any" | "recovery" | null;
  /** Whether a passkey is needed, or a recovery code in its place. */
  readonly needsPasskey: boolean;
  readonly passkey: Pick<PasskeyForm, "path" | "challenge" | "formToken" | "options"> | null;
  readonly returnTo: string | null;
  readonly errors: readonly FormError[];
}

/** Asks a signed-in person to prove who they are, before they change credentials or members. */
export const confirmIdentityPage = (model: ConfirmIdentityModel): string => {
  const { email, code, needsPasskey, passkey, returnTo, errors } = model;
  const isPasswordEnough = !needsPasskey || code === "recovery";
  const words = texts().signIn;
  return page({
    isSignedIn: true,
    title: words.confirmIdentity,
    body: html`<h1>${words.confirmIdentity}</h1>
${errorSummary(errors)}
<p>${needsPasskey ? words.needsPasskey(email) : words.needsRecent(email)}</p>
${!needsPasskey && passwordForm(model)}
${passkey !== null && passkeyForm({ act: "use", button: words.confirmWithPasskey, isQuiet: !needsPasskey, returnTo, ...passkey })}
${needsPasskey && isPasswordEnough && html`<p>${words.orRecoveryCode}</p>${passwordForm(model)}`}
${passkey !== null && PASSKEY_SCRIPT_ELEMENT}`,
  });
};

const passwordForm = ({ path, email, formToken, code, returnTo, errors }: ConfirmIdentityModel): Html =>
  html`<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
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
${code === "recovery" && html`<input type="hidden" name="factor" value="required">`}
${code === "recovery" && recoveryCodeField(errors)}
${code === "any" && codeField(errors)}
<div class="actions"><button type="submit">${texts().signIn.confirm}</button></div></form>`;
