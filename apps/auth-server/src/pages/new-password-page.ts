import type { AddedFactors } from "@skucast/db/account-tokens/undo-factors";
import { html } from "@skucast/http-kit/html";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../accounts/validate-account-fields.js";
import { currentLanguage, texts } from "../language/request-language.js";
import { addedFactorsList } from "./added-factors.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";
import { page } from "./page.js";

export interface NewPasswordModel {
  readonly email: string;
  /** Whether the address was never confirmed, so that another person may have created the account. */
  readonly isUnproven: boolean;
  /** What the new password also removes. */
  readonly added: { readonly since: Date; readonly factors: AddedFactors } | null;
  readonly path: string;
  readonly formToken: string;
  readonly errors: readonly FormError[];
}

/** The page of a link that sets a new password. */
export const newPasswordPage = ({ email, isUnproven, added, path, formToken, errors }: NewPasswordModel): string =>
  page({
    title: texts().signIn.choosePassword,
    body: html`<h1>${texts().signIn.choosePassword}</h1>
${errorSummary(errors)}
<p>${texts().signIn.forAccount(email)}</p>
<p>${texts().signIn.resetEnds}</p>
${isUnproven && html`<div class="note warn"><p>${texts().signIn.unprovenReset}</p></div>`}
${added && addedFactorsList(texts().signIn.addedSince(formatMinute(added.since, currentLanguage())), added.factors)}
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
