import type { OrphanedWorkspace } from "@skucast/db/users/delete-user";
import { type Html, html } from "@skucast/http-kit/html";
import { EMAIL_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { currentLanguage, texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";
import { page } from "./page.js";

export interface DeleteAccountModel {
  readonly path: string;
  readonly email: string;
  readonly formToken: string;
  /** Workspaces that would be left without an owner. */
  readonly kept: readonly OrphanedWorkspace[];
  /** Workspaces that are being deleted, and that no one can keep without this owner. */
  readonly leaving: readonly OrphanedWorkspace[];
  readonly errors: readonly FormError[];
}

export const deleteAccountPage = ({ path, email, formToken, kept, leaving, errors }: DeleteAccountModel): string =>
  page({
    isSignedIn: true,
    title: texts().account.delete,
    body: html`<h1>${texts().account.delete}</h1>
${errorSummary(errors)}
<p>${texts().account.deleteSentence}</p>
${
  kept.length > 0
    ? html`<div class="note warn"><p>${texts().account.soleOwner}</p><ul>${kept.map(({ id, name }) => html`<li>${cleanText(name)} (${id})</li>`)}</ul></div>`
    : html`${leaving.length > 0 && leavingNote(leaving)}<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
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

const leavingNote = (leaving: readonly OrphanedWorkspace[]): Html =>
  html`<div class="note warn"><p>${texts().account.lastOwner}</p><ul>${leaving.map(
    ({ id, name, deletesAt }) =>
      html`<li>${cleanText(name)} (${id})${deletesAt && `, ${formatMinute(deletesAt, currentLanguage())}`}</li>`,
  )}</ul></div>`;
