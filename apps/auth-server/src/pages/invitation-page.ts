import type { Role } from "@skucast/contracts/roles";
import { cleanText } from "./clean-text.js";
import { countChannels } from "./count-channels.js";
import { formTokenField } from "./form-parts.js";
import { type Html, type HtmlValue, html } from "./html.js";
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
  /** Whether the invited email address has an account. */
  readonly isKnown: boolean;
  /** The signed-in user, with a form token if it is the invited user. */
  readonly signedIn: { readonly email: string; readonly formToken: string | null } | null;
}

const ROLE_SENTENCES = {
  owner: "owner: everything, including adding and removing owners",
  admin: "admin: everything, including members, keys and connected apps",
  editor: "editor: view and change products, channels and feeds",
  viewer: "viewer: view products, channels, feeds and webhooks, without changing anything",
} satisfies Record<Role, string>;

/** Shows the inviter, the workspace and the next step for the person who opened the link. */
export const invitationPage = (model: InvitationModel): string =>
  page({
    title: `Invitation to ${cleanText(model.workspaceName)}`,
    body: html`<h1>Join ${cleanText(model.workspaceName)}</h1>
<p>${inviterOf(model)} invites <strong>${model.email}</strong> to the workspace
<strong>${cleanText(model.workspaceName)}</strong>.</p>
<ul><li>Role: ${ROLE_SENTENCES[model.role]}.</li>
${model.channelCount !== null && html`<li>Restricted to ${countChannels(model.channelCount)} and the feeds, issues and files of ${model.channelCount === 1 ? "it" : "them"}.</li>`}
<li>The invitation can be used once and expires on ${model.expiresAt.toISOString().slice(0, 10)}.</li></ul>
${nextStep(model)}`,
  });

function inviterOf({ inviter }: InvitationModel): HtmlValue {
  if (inviter === null) return "An API key of the workspace";
  const name = cleanText(inviter.name);
  return name === "" ? inviter.email : `${name} (${inviter.email})`;
}

function nextStep({ path, token, email, isKnown, signedIn }: InvitationModel): Html {
  const returnTo = encodeURIComponent(path);
  if (signedIn !== null && signedIn.formToken !== null) {
    return html`<form method="post" action="${path}">${formTokenField(signedIn.formToken)}
<div class="actions"><button type="submit">Accept</button>
<a class="button quiet" href="/account">Not now</a></div></form>`;
  }
  if (signedIn !== null) {
    return html`<div class="note warn"><p>You are signed in as ${signedIn.email}, but ${email} was invited.</p></div>
<div class="actions"><a class="button" href="/sign-out?return_to=${returnTo}">Use another account</a></div>`;
  }
  return isKnown
    ? html`<div class="actions"><a class="button" href="/sign-in?return_to=${returnTo}">Sign in to accept</a></div>`
    : html`<div class="actions"><a class="button" href="/sign-up?invitation=${encodeURIComponent(token)}">Create an account to accept</a></div>`;
}
