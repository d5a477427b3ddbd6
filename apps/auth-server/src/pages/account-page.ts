import type { Role } from "@skucast/contracts/roles";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../accounts/check-person.js";
import { type AccountApps, appSheet } from "./app-sheet.js";
import { cleanText } from "./clean-text.js";
import { countChannels } from "./count-channels.js";
import { type FormFault, faultSummary, formTokenField, textField } from "./form-parts.js";
import { type Html, html } from "./html.js";
import { minute } from "./minute.js";
import { page } from "./page.js";

interface AccountWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** How many channels the membership is restricted to; null is all. */
  readonly channelCount: number | null;
  readonly isCurrent: boolean;
}

interface AccountSession {
  readonly id: string;
  readonly device: string;
  readonly ip: string | null;
  readonly beganAt: Date;
  readonly lastUsedAt: Date;
  readonly isCurrent: boolean;
}

export interface AccountModel {
  readonly name: string;
  readonly email: string;
  readonly workspaces: readonly AccountWorkspace[];
  readonly sessions: readonly AccountSession[];
  readonly apps: AccountApps;
  /** Token of the form that is sent to a path. */
  readonly formToken: (path: string) => string;
  /** What was just done. */
  readonly news?: string | undefined;
  readonly faults?: readonly FormFault[];
}

/** Everything that a person has here: workspaces, apps that act for them, browsers that are signed in, password. */
export const accountPage = (model: AccountModel): string =>
  page({
    title: "Your account",
    isWide: true,
    body: html`<div class="sheet"><h1>Your account</h1>
${model.news !== undefined && html`<div class="note good" role="status"><p>${model.news}</p></div>`}
${faultSummary(model.faults ?? [])}
<p>${model.name !== "" && html`<strong>${cleanText(model.name)}</strong><br>`}${model.email}</p>
<div class="actions"><a class="button" href="/">Open the dashboard</a>
<a class="button quiet" href="/sign-out">Sign out</a></div></div>
${workspaceSheet(model)}
${appSheet(model.apps, model.formToken)}
${sessionSheet(model)}
${passwordSheet(model)}`,
  });

function workspaceSheet({ workspaces, formToken }: AccountModel): Html {
  const path = "/account/workspaces/switch";
  return html`<section class="sheet" aria-labelledby="workspaces"><h2 id="workspaces">Workspaces</h2>
${
  workspaces.length === 0
    ? html`<p>You are in no workspace. Create one, or ask to be invited.</p>`
    : html`<ul class="rows">${workspaces.map(
        ({ id, name, role, channelCount, isCurrent }) => html`<li><p><strong>${cleanText(name)}</strong><br>
<span class="soft">${role}${channelCount !== null && `, ${countChannels(channelCount)}`} · ${id}</span></p>
${
  isCurrent
    ? html`<span class="badge">you work here now</span>`
    : html`<form method="post" action="${path}">${formTokenField(formToken(path))}
<input type="hidden" name="workspace" value="${id}">
<button type="submit" class="quiet" aria-label="Switch to ${cleanText(name)}">Switch</button></form>`
}</li>`,
      )}</ul>`
}
<a class="button quiet" href="/account/workspaces/new">Create a workspace</a></section>`;
}

function sessionSheet({ sessions, formToken }: AccountModel): Html {
  const [endPath, othersPath] = ["/account/sessions/end", "/account/sessions/end-others"];
  return html`<section class="sheet" aria-labelledby="sessions"><h2 id="sessions">Where you are signed in</h2>
<ul class="rows">${sessions.map(
    ({ id, device, ip, beganAt, lastUsedAt, isCurrent }) => html`<li><p><strong>${device}</strong>
${isCurrent && html`<span class="badge">this browser</span>`}<br>
<span class="soft">${ip ?? "unknown address"} · since ${minute(beganAt)} · last used ${minute(lastUsedAt)}</span></p>
${
  !isCurrent &&
  html`<form method="post" action="${endPath}">${formTokenField(formToken(endPath))}
<input type="hidden" name="session" value="${id}">
<button type="submit" class="quiet" aria-label="Sign out ${device}, ${ip ?? "unknown address"}">Sign out</button></form>`
}</li>`,
  )}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="${othersPath}">${formTokenField(formToken(othersPath))}
<button type="submit" class="quiet">Sign out everywhere else</button></form>`
}</section>`;
}

function passwordSheet({ email, formToken, faults = [] }: AccountModel): Html {
  const path = "/account/password";
  return html`<section class="sheet" aria-labelledby="change-password"><h2 id="change-password">Change your password</h2>
<p class="soft">Other browsers are signed out then. Connected apps and API keys go on working.</p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken(path))}
<input type="email" name="username" autocomplete="username" value="${email}" readonly hidden>
${textField(
  {
    ...{ name: "present_password", label: "Present password", type: "password", autocomplete: "current-password" },
    lengthMax: PASSWORD_LENGTH_MAX,
  },
  faults,
)}
${textField(
  {
    ...{ name: "password", label: "New password", type: "password", autocomplete: "new-password" },
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: `At least ${PASSWORD_LENGTH_MIN} characters; a few words are good.`,
  },
  faults,
)}
<div class="actions"><button type="submit">Change password</button></div></form></section>`;
}
