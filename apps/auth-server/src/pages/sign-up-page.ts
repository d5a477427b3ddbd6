import {
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from "../accounts/check-person.js";
import { returnQuery } from "../forms/return-to.js";
import { cleanText } from "./clean-text.js";
import { type FormFault, faultSummary, formTokenField, type TextField, textField } from "./form-parts.js";
import { type HtmlValue, html } from "./html.js";
import { page } from "./page.js";

/** What was typed before; never the password. */
export interface SignUpValues {
  readonly name: string;
  readonly email: string;
  readonly workspace: string;
}

export interface SignUpModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  /** The invitation that the account is opened with: it fixes the address, and the workspace is there already. */
  readonly invitation: { readonly token: string; readonly workspaceName: string } | null;
  readonly values: SignUpValues;
  readonly faults?: readonly FormFault[];
}

export function signUpPage(model: SignUpModel): string {
  const { invitation, returnTo, faults = [] } = model;
  return page({
    title: "Create an account",
    body: html`<h1>Create an account</h1>
${invitation !== null && html`<p>You are invited to <strong>${cleanText(invitation.workspaceName)}</strong>.</p>`}
${faultSummary(faults)}
<form method="post" action="/sign-up" novalidate>
${formTokenField(model.formToken)}
${hiddenFields(model)}
${fieldsOf(model).map((field) => textField(field, faults))}
<div class="actions"><button type="submit">Create account</button></div>
</form>`,
    footer: html`You have an account?
<a href="/sign-in${returnQuery(invitation === null ? returnTo : `/invitations/${invitation.token}`)}">Sign in</a>`,
  });
}

function hiddenFields({ invitation, returnTo }: SignUpModel): HtmlValue {
  if (invitation !== null) return html`<input type="hidden" name="invitation" value="${invitation.token}">`;
  return returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`;
}

function fieldsOf({ values, invitation }: SignUpModel): TextField[] {
  const name: TextField = {
    ...{ name: "name", label: "Your name", autocomplete: "name", lengthMax: NAME_LENGTH_MAX, value: values.name },
  };
  const email: TextField = {
    ...{ name: "email", label: "Email address", type: "email", autocomplete: "username", value: values.email },
    lengthMax: EMAIL_LENGTH_MAX,
    ...(invitation !== null && { isReadOnly: true, hint: "The address that was invited." }),
  };
  const password: TextField = {
    ...{ name: "password", label: "Password", type: "password", autocomplete: "new-password" },
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: `At least ${PASSWORD_LENGTH_MIN} characters; a few words are good.`,
  };
  const workspace: TextField = {
    ...{ name: "workspace", label: "Name of your workspace", autocomplete: "organization", value: values.workspace },
    lengthMax: NAME_LENGTH_MAX,
    hint: "What belongs together: a company, a shop. You can have several.",
  };
  return invitation === null ? [name, email, password, workspace] : [name, email, password];
}
