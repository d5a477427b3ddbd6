import { returnQuery } from "../forms/return-path.js";
import { emailField, errorSummary, type FormError, formTokenField } from "./form-parts.js";
import { html } from "./html.js";
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
    title: "Single sign-on",
    body: html`<h1>Single sign-on</h1>
${errorSummary(errors)}
<p>Sign in with the account that your organization gave you.</p>
<form method="post" action="/sign-in/sso" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${emailField(email, errors)}
<div class="actions"><button type="submit">Continue</button> <a href="/sign-in${returnQuery(returnTo)}">Sign in with a password or passkey</a></div>
</form>`,
  });

/** Asks a person whom an identity provider signed in to prove there again who they are. */
export const confirmSingleSignOnPage = ({
  email,
  formToken,
  returnTo,
}: Pick<SingleSignOnModel, "formToken" | "returnTo"> & { readonly email: string }): string =>
  page({
    title: "Confirm that it is you",
    body: html`<h1>Confirm that it is you</h1>
<p>This action needs a recent sign-in. You are signed in as ${email} with single sign-on.</p>
<form method="post" action="/sign-in/sso">${formTokenField(formToken)}
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="confirm" value="1">
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
<div class="actions"><button type="submit">Continue with single sign-on</button></div></form>`,
  });

export interface SingleSignOnAccountModel {
  readonly name: string;
  readonly email: string;
  readonly workspaceName: string | null;
}

/** The account page of a session that an identity provider started. */
export const singleSignOnAccountPage = ({ name, email, workspaceName }: SingleSignOnAccountModel): string =>
  page({
    title: "Your account",
    body: html`<h1>Your account</h1>
<p>${name !== "" && html`${name}, `}${email}</p>
<p>You signed in with single sign-on${workspaceName !== null && html` to ${workspaceName}`}. This session ends after at most 12 hours. It reaches no other workspace and does not change your account. For that, sign out, then sign in with your password or a passkey.</p>
<div class="actions"><a class="button" href="/">Open ${workspaceName ?? "the dashboard"}</a> <a href="/sign-out">Sign out</a></div>`,
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
    title: "Single sign-on",
    refreshTo: url,
    body: html`<h1>Continue at ${host}</h1>
<p>You sign in to ${workspaceName} at ${host}. Your browser goes there now.</p>
<div class="actions"><a class="button" href="${url}" rel="noreferrer">Continue</a></div>`,
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
    title: "Connect your account",
    body: html`<h1>Connect your account</h1>
<p>${email} already has an account. To connect it with the single sign-on of ${workspaceName}, sign in to it once with its password or a passkey, then continue with single sign-on in the same browser.</p>
${isSignedIn && html`<p>You are signed in to another account. Sign out of it first.</p>`}
<div class="actions">${
      isSignedIn
        ? html`<a class="button" href="/sign-out?return_to=${encodeURIComponent(again)}">Sign out</a>`
        : html`<a class="button" href="/sign-in${returnQuery(again)}">Sign in to connect it</a> <a href="/forgot-password">Forgot your password?</a>`
    }</div>`,
  });
};
