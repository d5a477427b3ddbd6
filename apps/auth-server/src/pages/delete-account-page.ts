import { EMAIL_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { cleanText } from "./clean-text.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface DeleteAccountModel {
  readonly path: string;
  readonly email: string;
  readonly formToken: string;
  /** Workspaces that would be left without an owner. */
  readonly owned: readonly { readonly id: string; readonly name: string }[];
  readonly errors: readonly FormError[];
}

export const deleteAccountPage = ({ path, email, formToken, owned, errors }: DeleteAccountModel): string =>
  page({
    title: "Delete your account",
    body: html`<h1>Delete your account</h1>
${errorSummary(errors)}
<p>This deletes your name, address, credentials, sessions and memberships at once, and cannot be undone. Apps that you
connected lose their access. API keys that you created keep working: they belong to their workspace. The audit logs of
your workspaces keep what you did.</p>
${
  owned.length > 0
    ? html`<div class="note warn"><p>You are the only owner of these workspaces. Make another member an owner, or delete the
workspace, before you delete your account:</p><ul>${owned.map(({ id, name }) => html`<li>${cleanText(name)} (${id})</li>`)}</ul></div>`
    : html`<form method="post" action="${path}" novalidate>${formTokenField(formToken)}
${textField(
  {
    name: "email",
    label: "Email address of your account",
    type: "email",
    autocomplete: "off",
    lengthMax: EMAIL_LENGTH_MAX,
    hint: html`Enter ${email} to confirm.`,
  },
  errors,
)}
<div class="actions"><button type="submit">Delete your account</button></div></form>`
}`,
    footer: html`<a href="/account">Back to your account</a>`,
  });
