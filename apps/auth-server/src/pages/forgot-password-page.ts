import { html } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { emailField, errorSummary, type FormError, formTokenField } from "./form-parts.js";
import { type LanguageMenu, languageMenu } from "./language-menu.js";
import { page } from "./page.js";

export interface ForgotPasswordModel {
  readonly formToken: string;
  readonly email?: string;
  readonly errors?: readonly FormError[];
  /** Whether mails reach people. */
  readonly mails: "sent" | "shown" | "none";
  readonly languages: LanguageMenu;
}

export const forgotPasswordPage = ({ formToken, email, errors = [], mails, languages }: ForgotPasswordModel): string =>
  page({
    title: texts().signIn.forgot,
    body: html`<h1>${texts().signIn.forgot}</h1>
${
  mails === "none"
    ? html`<div class="note warn"><p>${texts().signIn.noMails}</p></div>`
    : html`${errorSummary(errors)}
<p>${texts().signIn.forgotSentence}</p>
<form method="post" action="/forgot-password" novalidate>
${formTokenField(formToken)}
${emailField(email, errors)}
<div class="actions"><button type="submit">${texts().signIn.sendLink}</button></div>
</form>`
}`,
    footer: html`<a href="/sign-in">${texts().forms.backToSignIn}</a>${mails === "shown" && html` · <a href="/outbox">${texts().forms.outbox}</a>`}${languageMenu(languages)}`,
  });
