import type { Role } from "@skucast/contracts/roles";
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../accounts/validate-account-fields.js";
import { type AccountApps, appsSection } from "./apps-section.js";
import { cleanText } from "./clean-text.js";
import { countChannels } from "./count-channels.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";
import { type Html, html } from "./html.js";
import { page } from "./page.js";
import { type AccountSecurity, securitySection } from "./security-section.js";

interface AccountWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Number of channels that the membership is restricted to; null if it is not restricted. */
  readonly channelCount: number | null;
  readonly isCurrent: boolean;
}

interface AccountSession {
  readonly id: string;
  readonly device: string;
  readonly ip: string | null;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  readonly isCurrent: boolean;
}

export interface AccountModel {
  readonly name: string;
  readonly email: string;
  readonly workspaces: readonly AccountWorkspace[];
  readonly sessions: readonly AccountSession[];
  readonly isEmailVerified: boolean;
  readonly mails: "sent" | "shown" | "none";
  readonly security: AccountSecurity;
  readonly apps: AccountApps;
  /** Returns the token for the form that is sent to a path. */
  readonly formToken: (path: string) => string;
  /** Message about the completed form. */
  readonly news?: string | undefined;
  readonly errors?: readonly FormError[];
}

/** The account page: workspaces, connected apps, signed-in browsers and the password. */
export const accountPage = (model: AccountModel): string =>
  page({
    title: "Your account",
    isWide: true,
    body: html`<div class="sheet"><h1>Your account</h1>
${model.news !== undefined && html`<div class="note good" role="status"><p>${model.news}</p></div>`}
${errorSummary(model.errors ?? [])}
<p>${model.name !== "" && html`<strong>${cleanText(model.name)}</strong><br>`}${model.email}</p>
<div class="actions"><a class="button" href="/">Open the dashboard</a>
<a class="button quiet" href="/sign-out">Sign out</a>
${model.mails === "shown" && html`<a href="/outbox">Outbox of this deployment</a>`}</div></div>
${workspacesSection(model)}
${appsSection(model.apps, model.formToken)}
${sessionsSection(model)}
${securitySection(model.security, model.formToken)}
${passwordSection(model)}
${emailSection(model)}
${deletionSection()}`,
  });

function workspacesSection({ workspaces, formToken }: AccountModel): Html {
  const path = "/account/workspaces/switch";
  return html`<section class="sheet" aria-labelledby="workspaces"><h2 id="workspaces">Workspaces</h2>
${
  workspaces.length === 0
    ? html`<p>You are not a member of any workspace. Create one, or ask for an invitation.</p>`
    : html`<ul class="rows">${workspaces.map(
        ({ id, name, role, channelCount, isCurrent }) => html`<li><p><strong>${cleanText(name)}</strong><br>
<span class="soft">${role}${channelCount !== null && `, ${countChannels(channelCount)}`} · ${id}</span></p>
${
  isCurrent
    ? html`<span class="badge">current workspace</span>`
    : html`<form method="post" action="${path}">${formTokenField(formToken(path))}
<input type="hidden" name="workspace" value="${id}">
<button type="submit" class="quiet" aria-label="Switch to ${cleanText(name)}">Switch</button></form>`
}</li>`,
      )}</ul>`
}
<a class="button quiet" href="/account/workspaces/new">Create a workspace</a></section>`;
}

function sessionsSection({ sessions, formToken }: AccountModel): Html {
  const endPath = "/account/sessions/end";
  const othersPath = "/account/sessions/end-others";
  return html`<section class="sheet" aria-labelledby="sessions"><h2 id="sessions">Signed-in browsers</h2>
<ul class="rows">${sessions.map(
    ({ id, device, ip, startedAt, lastUsedAt, isCurrent }) => html`<li><p><strong>${device}</strong>
${isCurrent && html`<span class="badge">this browser</span>`}<br>
<span class="soft">${ip ?? "unknown IP address"} · since ${formatMinute(startedAt)} · last used ${formatMinute(lastUsedAt)}</span></p>
${
  !isCurrent &&
  html`<form method="post" action="${endPath}">${formTokenField(formToken(endPath))}
<input type="hidden" name="session" value="${id}">
<button type="submit" class="quiet" aria-label="Sign out ${device}, ${ip ?? "unknown IP address"}">Sign out</button></form>`
}</li>`,
  )}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="${othersPath}">${formTokenField(formToken(othersPath))}
<button type="submit" class="quiet">Sign out everywhere else</button></form>`
}</section>`;
}

function passwordSection({ email, formToken, errors = [] }: AccountModel): Html {
  const path = "/account/password";
  return html`<section class="sheet" aria-labelledby="change-password"><h2 id="change-password">Change your password</h2>
<p class="soft">This signs you out of all other browsers. Connected apps and API keys keep working.</p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken(path))}
<input type="email" name="username" autocomplete="username" value="${email}" readonly hidden>
${textField(
  {
    name: "present_password",
    label: "Current password",
    type: "password",
    autocomplete: "current-password",
    lengthMax: PASSWORD_LENGTH_MAX,
  },
  errors,
)}
${textField(
  {
    name: "password",
    label: "New password",
    type: "password",
    autocomplete: "new-password",
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: `At least ${PASSWORD_LENGTH_MIN} characters. Several words work well.`,
  },
  errors,
)}
<div class="actions"><button type="submit">Change password</button></div></form></section>`;
}

function emailSection({ email, isEmailVerified, mails, formToken, errors = [] }: AccountModel): Html {
  const verifyPath = "/account/verify-email";
  const path = "/account/email";
  return html`<section class="sheet" aria-labelledby="email"><h2 id="email">Email address</h2>
<p>${email} ${isEmailVerified ? html`<span class="badge">confirmed</span>` : html`<span class="badge soft">not confirmed</span>`}</p>
${
  !isEmailVerified &&
  mails !== "none" &&
  html`<form method="post" action="${verifyPath}">${formTokenField(formToken(verifyPath))}
<div class="actions"><button type="submit" class="quiet">Send the confirmation again</button></div></form>`
}
${
  mails !== "none" &&
  html`<p class="soft">To change it, open the links that we send to both addresses.</p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken(path))}
${textField({ name: "new_email", label: "New email address", type: "email", autocomplete: "email", lengthMax: EMAIL_LENGTH_MAX }, errors)}
<div class="actions"><button type="submit" class="quiet">Change address</button></div></form>`
}</section>`;
}

const deletionSection = (): Html =>
  html`<section class="sheet" aria-labelledby="deletion"><h2 id="deletion">Deletion</h2>
<p class="soft">This deletes your name, address, credentials, sessions and memberships. Workspaces stay.</p>
<div class="actions"><a class="button quiet" href="/account/delete">Delete your account</a></div></section>`;
