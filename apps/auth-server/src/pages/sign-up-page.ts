import {
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from "../accounts/validate-account-fields.js";
import { returnQuery } from "../forms/return-path.js";
import { cleanText } from "./clean-text.js";
import { errorSummary, type FormError, formTokenField, type TextField, textField } from "./form-parts.js";
import { type HtmlValue, html } from "./html.js";
import { page } from "./page.js";

/** The submitted values, never the password. */
export interface SignUpValues {
  readonly name: string;
  readonly email: string;
  readonly workspace: string;
}

export interface SignUpModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  /** The invitation for this account. It fixes the email address, and its workspace already exists. */
  readonly invitation: { readonly token: string; readonly workspaceName: string } | null;
  readonly values: SignUpValues;
  readonly errors?: readonly FormError[];
}

export function signUpPage(model: SignUpModel): string {
  const { invitation, returnTo, errors = [] } = model;
  return page({
    title: "Create an account",
    body: html`<h1>Create an account</h1>
${invitation !== null && html`<p>You are invited to <strong>${cleanText(invitation.workspaceName)}</strong>.</p>`}
${errorSummary(errors)}
<form method="post" action="/sign-up" novalidate>
${formTokenField(model.formToken)}
${hiddenFields(model)}
${fieldsOf(model).map((field) => textField(field, errors))}
<div class="actions"><button type="submit">Create account</button></div>
</form>`,
    footer: html`Already have an account?
<a href="/sign-in${returnQuery(invitation === null ? returnTo : `/invitations/${invitation.token}`)}">Sign in</a>`,
  });
}

function hiddenFields({ invitation, returnTo }: SignUpModel): HtmlValue {
  if (invitation !== null) return html`<input type="hidden" name="invitation" value="${invitation.token}">`;
  return returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`;
}

function fieldsOf({ values, invitation }: SignUpModel): TextField[] {
  const name: TextField = {
    name: "name",
    label: "Your name",
    autocomplete: "name",
    lengthMax: NAME_LENGTH_MAX,
    value: values.name,
  };
  const email: TextField = {
    name: "email",
    label: "Email address",
    type: "email",
    autocomplete: "username",
    value: values.email,
    lengthMax: EMAIL_LENGTH_MAX,
    ...(invitation !== null && { isReadOnly: true, hint: "The invitation was sent to this email address." }),
  };
  const password: TextField = {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: `At least ${PASSWORD_LENGTH_MIN} characters. Several words work well.`,
  };
  const workspace: TextField = {
    name: "workspace",
    label: "Workspace name",
    autocomplete: "organization",
    value: values.workspace,
    lengthMax: NAME_LENGTH_MAX,
    hint: "For example your company or shop. You can create more later.",
  };
  return invitation === null ? [name, email, password, workspace] : [name, email, password];
}
