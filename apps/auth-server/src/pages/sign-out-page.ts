import { formTokenField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface SignOutModel {
  readonly email: string;
  readonly formToken: string;
  readonly returnTo: string | null;
}

/** Asks for confirmation, because following a link must not change anything. */
export const signOutPage = ({ email, formToken, returnTo }: SignOutModel): string =>
  page({
    title: "Sign out",
    body: html`<h1>Sign out?</h1>
<p>You are signed in as ${email} in this browser. Apps that you connected stay connected.</p>
<form method="post" action="/sign-out">
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
<div class="actions"><button type="submit">Sign out</button>
<a class="button quiet" href="${returnTo ?? "/account"}">Stay signed in</a></div>
</form>`,
  });
