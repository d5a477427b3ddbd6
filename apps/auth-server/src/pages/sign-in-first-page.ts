import { html } from "@skucast/http-kit/html";
import { returnQuery } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { page } from "./page.js";

export interface SignInFirstModel {
  readonly title: string;
  readonly sentence: string;
  readonly path: string;
  /** Whether another person may have created the account with the address of the mail. */
  readonly isUnproven: boolean;
  /** Whether the browser is signed in, but not to the account of the link. */
  readonly isSignedIn: boolean;
}

/** The page of a mailed link that is used by the person who is signed in to its account. */
export const signInFirstPage = ({ title, sentence, path, isUnproven, isSignedIn }: SignInFirstModel): string =>
  page({
    title,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
<p>${isSignedIn ? texts().signIn.otherAccount : texts().signIn.confirmSignedIn}</p>
${isUnproven && html`<p>${texts().signIn.accountOfAnother}</p>`}
<div class="actions">${
      isSignedIn
        ? html`<a class="button" href="/sign-out${returnQuery(path)}">${texts().signIn.signOut}</a>`
        : html`<a class="button" href="/sign-in${returnQuery(path)}">${texts().signIn.title}</a> <a href="/forgot-password">${texts().signIn.forgot}</a>`
    }</div>`,
  });
