import type { Role } from "@skucast/contracts/roles";
import { type Html, type HtmlValue, html } from "@skucast/http-kit/html";
import { currentLanguage, texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";
import { formTokenField } from "./form-parts.js";
import { formatDate } from "./format-minute.js";
import { page } from "./page.js";

export interface InvitationModel {
  readonly path: string;
  readonly token: string;
  readonly workspaceName: string;
  readonly role: Role;
  /** Number of channels it is restricted to; null for the whole workspace. */
  readonly channelCount: number | null;
  /** Name and email address of the inviter; null if the invitation was created with an API key. */
  readonly inviter: { readonly name: string; readonly email: string } | null;
  readonly email: string;
  readonly expiresAt: Date;
  /** The signed-in user, with a form token if it is the invited user, in a session that reaches other workspaces. */
  readonly signedIn: {
    readonly email: string;
    readonly isSingleSignOn: boolean;
    readonly formToken: string | null;
  } | null;
}

/** Shows the inviter, the workspace and the next step for the person who opened the link. */
export function invitationPage(model: InvitationModel): string {
  const words = texts().signIn.invitation;
  const { channelCount: count } = model;
  const workspace = cleanText(model.workspaceName);
  return page({
    title: words.title(workspace),
    body: html`<h1>${words.join(workspace)}</h1>
<p>${words.invites(inviterOf(model), model.email, workspace)}</p>
<ul><li>${words.role(words.roles[model.role])}</li>
${count !== null && html`<li>${words.restricted(count, texts().forms.channels(count))}</li>`}
<li>${words.expires(formatDate(model.expiresAt, currentLanguage()))}</li></ul>
${nextStep(model)}`,
  });
}

function inviterOf({ inviter }: InvitationModel): HtmlValue {
  if (inviter === null) return texts().signIn.invitation.byKey;
  const name = cleanText(inviter.name);
  return name === "" ? inviter.email : `${name} (${inviter.email})`;
}

/**
 * Offers both ways to a visitor. The person who invites gets the link as well, and must not learn from it whether an
 * address has an account.
 */
function nextStep({ path, token, email, signedIn }: InvitationModel): Html {
  const returnTo = encodeURIComponent(path);
  const words = texts().signIn.invitation;
  if (signedIn !== null && signedIn.formToken !== null) {
    return html`<form method="post" action="${path}">${formTokenField(signedIn.formToken)}
<div class="actions"><button type="submit">${words.accept}</button>
<a class="button quiet" href="/account">${texts().forms.notNow}</a></div></form>`;
  }
  if (signedIn !== null) {
    const { isSingleSignOn, email: own } = signedIn;
    const reason = isSingleSignOn && own === email ? texts().problems.singleSignOnOnly : words.otherPerson(own, email);
    return html`<div class="note warn"><p>${reason}</p></div>
<div class="actions"><a class="button" href="/sign-out?return_to=${returnTo}">${texts().forms.useAnotherAccount}</a></div>`;
  }
  return html`<div class="actions">
<a class="button" href="/sign-up?invitation=${encodeURIComponent(token)}">${words.signUp}</a>
<a class="button quiet" href="/sign-in?return_to=${returnTo}">${words.signIn}</a></div>`;
}
