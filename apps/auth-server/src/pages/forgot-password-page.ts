import { emailField, errorSummary, type FormError, formTokenField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface ForgotPasswordModel {
  readonly formToken: string;
  readonly email?: string;
  readonly errors?: readonly FormError[];
  /** Whether mails reach people. */
  readonly mails: "sent" | "shown" | "none";
}

export const forgotPasswordPage = ({ formToken, email, errors = [], mails }: ForgotPasswordModel): string =>
  page({
    title: "Forgot your password?",
    body: html`<h1>Forgot your password?</h1>
${
  mails === "none"
    ? html`<div class="note warn"><p>This deployment sends no mails. Ask its operator to set a mail server.</p></div>`
    : html`${errorSummary(errors)}
<p>Enter the address of your account. We send a link to choose a new password.</p>
<form method="post" action="/forgot-password" novalidate>
${formTokenField(formToken)}
${emailField(email, errors)}
<div class="actions"><button type="submit">Send the link</button></div>
</form>`
}`,
    footer: html`<a href="/sign-in">Back to sign in</a>${mails === "shown" && html` · <a href="/outbox">Outbox of this deployment</a>`}`,
  });
