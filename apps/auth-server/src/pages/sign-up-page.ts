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
  /** The fields of the page: the address only, the account behind a mailed link, or all of them. */
  readonly step: "address" | "account" | "at once";
  /** Where the form is sent to. */
  readonly path: string;
  readonly formToken: string;
  readonly returnTo: string | null;
  /** The invitation for this account. It fixes the email address, and its workspace already exists. */
  readonly invitation: { readonly token: string | null; readonly workspaceName: string } | null;
  readonly values: SignUpValues;
  readonly languages: LanguageMenu;
  readonly errors?: readonly FormError[];
  /** A warning that names the other browser in which the sign-up was started. */
  readonly startedElsewhere?: string;
}

export function signUpPage(model: SignUpModel): string {
  const { step, path, invitation, startedElsewhere, errors = [] } = model;
  const words = texts().signIn;
  return page({
    title: words.signUp,
    body: html`<h1>${words.signUp}</h1>
${invitation !== null && html`<p>${words.invitedTo(cleanText(invitation.workspaceName))}</p>`}
${errorSummary(errors)}
${step === "address" && html`<p>${invitation === null ? words.signUpSentence : words.invitedSentence}</p>`}
${startedElsewhere !== undefined && html`<div class="note warn"><p>${startedElsewhere}</p></div>`}
<form method="post" action="${path}" novalidate>
${formTokenField(model.formToken)}
${hiddenFields(model)}
${fieldsOf(model).map((field) => textField(field, errors))}
<div class="actions"><button type="submit">${step === "address" ? words.sendLink : words.signUpButton}</button></div>
</form>`,
    footer: html`${words.haveAccount}
<a href="/sign-in${returnQuery(signInReturn(model))}">${words.title}</a>${languageMenu(model.languages)}`,
  });
}

const signInReturn = ({ invitation, returnTo }: SignUpModel): string | null =>
  invitation === null || invitation.token === null ? returnTo : `/invitations/${invitation.token}`;

function hiddenFields({ invitation, returnTo }: SignUpModel): HtmlValue {
  const field = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;
  if (invitation !== null) return invitation.token !== null && field("invitation", invitation.token);
  return returnTo !== null && field("return_to", returnTo);
}

function fieldsOf({ step, values, invitation }: SignUpModel): TextField[] {
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
    ...(step === "account" && { isReadOnly: true }),
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
  if (step === "address") return [email];
  return invitation === null ? [name, email, password, workspace] : [name, email, password];
}
