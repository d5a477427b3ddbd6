import { html } from "@skucast/http-kit/html";
import { returnQuery } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { emailField, errorSummary, type FormError, formTokenField } from "./form-parts.js";
import { page } from "./page.js";

export interface SingleSignOnModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  readonly email?: string;
  readonly errors?: readonly FormError[];
}

/** Asks for the address, whose domain leads to the identity provider. */
export const singleSignOnPage = ({ formToken, returnTo, email, errors = [] }: SingleSignOnModel): string =>
  page({
    title: texts().signIn.singleSignOnTitle,
    body: html`<h1>${texts().signIn.singleSignOnTitle}</h1>
${errorSummary(errors)}
<p>${texts().signIn.singleSignOnSentence}</p>
<form method="post" action="/sign-in/sso" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${emailField(email, errors)}
<div class="actions"><button type="submit">${texts().signIn.continue}</button> <a href="/sign-in${returnQuery(returnTo)}">${texts().signIn.withPassword}</a></div>
</form>`,
  });

/** Asks a person whom an identity provider signed in to prove there again who they are. */
export const confirmSingleSignOnPage = ({
  email,
  formToken,
  returnTo,
}: Pick<SingleSignOnModel, "formToken" | "returnTo"> & { readonly email: string }): string =>
  page({
    title: texts().signIn.confirmIdentity,
    body: html`<h1>${texts().signIn.confirmIdentity}</h1>
<p>${texts().signIn.needsRecentSingleSignOn(email)}</p>
<form method="post" action="/sign-in/sso">${formTokenField(formToken)}
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="confirm" value="1">
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
<div class="actions"><button type="submit">${texts().signIn.singleSignOn}</button></div></form>`,
  });

export interface SingleSignOnAccountModel {
  readonly name: string;
  readonly email: string;
  readonly workspaceName: string | null;
}

/** The account page of a session that an identity provider started. */
export const singleSignOnAccountPage = ({ name, email, workspaceName }: SingleSignOnAccountModel): string =>
  page({
    title: texts().account.title,
    body: html`<h1>${texts().account.title}</h1>
<p>${name !== "" && html`${name}, `}${email}</p>
<p>${texts().signIn.singleSignOnAccount(workspaceName)}</p>
<div class="actions"><a class="button" href="/">${workspaceName === null ? texts().forms.openDashboard : texts().signIn.openWorkspace(workspaceName)}</a> <a href="/sign-out">${texts().signIn.signOut}</a></div>`,
  });

export interface LeaveModel {
  /** An https URL. */
  readonly url: string;
  readonly workspaceName: string;
  readonly host: string;
}

/** Sends the browser to the identity provider. A redirect after the form would need that host in the page's policy. */
export const leaveForProviderPage = ({ url, workspaceName, host }: LeaveModel): string =>
  page({
    title: texts().signIn.singleSignOnTitle,
    refreshTo: url,
    body: html`<h1>${texts().signIn.continueAt(host)}</h1>
<p>${texts().signIn.leaving(workspaceName, host)}</p>
<div class="actions"><a class="button" href="${url}" rel="noreferrer">${texts().signIn.continue}</a></div>`,
  });

export interface ProveAccountModel {
  readonly email: string;
  readonly workspaceName: string;
  readonly returnTo: string | null;
  readonly isSignedIn: boolean;
}

/** Says how the owner of an account connects it with single sign-on. */
export const proveAccountPage = ({ email, workspaceName, returnTo, isSignedIn }: ProveAccountModel): string => {
  const again = `/sign-in/sso?email=${encodeURIComponent(email)}${returnTo === null ? "" : `&return_to=${encodeURIComponent(returnTo)}`}`;
  return page({
    title: texts().signIn.connectAccount,
    body: html`<h1>${texts().signIn.connectAccount}</h1>
<p>${texts().signIn.connectAccountSentence(email, workspaceName)}</p>
${isSignedIn && html`<p>${texts().signIn.otherAccount}</p>`}
<div class="actions">${
      isSignedIn
        ? html`<a class="button" href="/sign-out?return_to=${encodeURIComponent(again)}">${texts().signIn.signOut}</a>`
        : html`<a class="button" href="/sign-in${returnQuery(again)}">${texts().signIn.signInToConnect}</a> <a href="/forgot-password">${texts().signIn.forgot}</a>`
    }</div>`,
  });
};
