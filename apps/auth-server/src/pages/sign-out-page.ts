import { html } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { formTokenField } from "./form-parts.js";
import { page } from "./page.js";

export interface SignOutModel {
  readonly email: string;
  readonly formToken: string;
  readonly returnTo: string | null;
}

/** Asks for confirmation, because following a link must not change anything. */
export const signOutPage = ({ email, formToken, returnTo }: SignOutModel): string =>
  page({
    title: texts().signIn.signOut,
    body: html`<h1>${texts().signIn.signOutQuestion}</h1>
<p>${texts().signIn.signedInAs(email)}</p>
<form method="post" action="/sign-out">
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
<div class="actions"><button type="submit">${texts().signIn.signOut}</button>
<a class="button quiet" href="${returnTo ?? "/account"}">${texts().signIn.staySignedIn}</a></div>
</form>`,
  });
