import { html } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { page } from "./page.js";

export interface CodeModel {
  readonly userId: string;
  readonly formToken: string;
  readonly returnTo: string | null;
  readonly errors: readonly FormError[];
}

/** The second step of signing in: the code of the authenticator app. */
export const codePage = ({ userId, formToken, returnTo, errors }: CodeModel): string =>
  page({
    title: texts().signIn.enterCode,
    body: html`<h1>${texts().signIn.enterCode}</h1>
${errorSummary(errors)}
<form method="post" action="/sign-in/code" novalidate>
${formTokenField(formToken)}
<input type="hidden" name="user" value="${userId}">
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${codeField(errors)}
<div class="actions"><button type="submit">${texts().signIn.title}</button></div>
</form>`,
    footer: html`<a href="/sign-in">${texts().signIn.startAgain}</a>`,
  });

/** The field for a code of the authenticator app or a recovery code. */
export const codeField = (errors: readonly FormError[]) =>
  textField(
    {
      name: "code",
      label: texts().forms.code,
      autocomplete: "one-time-code",
      lengthMax: 40,
      hint: texts().forms.codeHint,
    },
    errors,
  );

/** The field for a recovery code alone. */
export const recoveryCodeField = (errors: readonly FormError[]) =>
  textField({ name: "code", label: texts().forms.recoveryCode, autocomplete: "off", lengthMax: 40 }, errors);
