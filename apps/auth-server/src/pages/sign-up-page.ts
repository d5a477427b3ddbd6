import { type HtmlValue, html } from "@skucast/http-kit/html";
import {
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from "../accounts/validate-account-fields.js";
import { returnQuery } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";
import { errorSummary, type FormError, formTokenField, type TextField, textField } from "./form-parts.js";
import { type LanguageMenu, languageMenu } from "./language-menu.js";
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
  readonly languages: LanguageMenu;
  readonly errors?: readonly FormError[];
}

export function signUpPage(model: SignUpModel): string {
  const { invitation, returnTo, errors = [] } = model;
  const words = texts().signIn;
  return page({
    title: words.signUp,
    body: html`<h1>${words.signUp}</h1>
${invitation !== null && html`<p>${words.invitedTo(cleanText(invitation.workspaceName))}</p>`}
${errorSummary(errors)}
<form method="post" action="/sign-up" novalidate>
${formTokenField(model.formToken)}
${hiddenFields(model)}
${fieldsOf(model).map((field) => textField(field, errors))}
<div class="actions"><button type="submit">${words.signUpButton}</button></div>
</form>`,
    footer: html`${words.haveAccount}
<a href="/sign-in${returnQuery(invitation === null ? returnTo : `/invitations/${invitation.token}`)}">${words.title}</a>${languageMenu(model.languages)}`,
  });
}

function hiddenFields({ invitation, returnTo }: SignUpModel): HtmlValue {
  if (invitation !== null) return html`<input type="hidden" name="invitation" value="${invitation.token}">`;
  return returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`;
}

function fieldsOf({ values, invitation }: SignUpModel): TextField[] {
  const words = texts().signIn;
  const name: TextField = {
    name: "name",
    label: words.yourName,
    autocomplete: "name",
    lengthMax: NAME_LENGTH_MAX,
    value: values.name,
  };
  const email: TextField = {
    name: "email",
    label: texts().forms.email,
    type: "email",
    autocomplete: "username",
    value: values.email,
    lengthMax: EMAIL_LENGTH_MAX,
    ...(invitation !== null && { isReadOnly: true, hint: words.invitedEmail }),
  };
  const password: TextField = {
    name: "password",
    label: texts().forms.password,
    type: "password",
    autocomplete: "new-password",
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: texts().forms.passwordHint(PASSWORD_LENGTH_MIN),
  };
  const workspace: TextField = {
    name: "workspace",
    label: texts().forms.workspaceName,
    autocomplete: "organization",
    value: values.workspace,
    lengthMax: NAME_LENGTH_MAX,
    hint: words.workspaceHint,
  };
  return invitation === null ? [name, email, password, workspace] : [name, email, password];
}
