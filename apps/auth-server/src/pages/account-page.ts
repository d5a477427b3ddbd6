import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@skucast/contracts/languages";
import type { Role } from "@skucast/contracts/roles";
import { type Html, html } from "@skucast/http-kit/html";
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../accounts/validate-account-fields.js";
import { currentLanguage, texts } from "../language/request-language.js";
import { type AccountApps, appsSection } from "./apps-section.js";
import { cleanText } from "./clean-text.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";
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
  /** The language that the person chose; null follows the browser. */
  readonly language: Language | null;
  /** Returns the token for the form that is sent to a path. */
  readonly formToken: (path: string) => string;
  /** Message about the completed form. */
  readonly news?: string | undefined;
  readonly errors?: readonly FormError[];
}

/** The account page: workspaces, connected apps, signed-in browsers and the password. */
export const accountPage = (model: AccountModel): string =>
  page({
    title: texts().account.title,
    isWide: true,
    body: html`<div class="sheet"><h1>${texts().account.title}</h1>
${model.news !== undefined && html`<div class="note good" role="status"><p>${model.news}</p></div>`}
${errorSummary(model.errors ?? [])}
<p>${model.name !== "" && html`<strong>${cleanText(model.name)}</strong><br>`}${model.email}</p>
<div class="actions"><a class="button" href="/">${texts().forms.openDashboard}</a>
<a class="button quiet" href="/sign-out">${texts().account.signOut}</a>
${model.mails === "shown" && html`<a href="/outbox">${texts().forms.outbox}</a>`}</div></div>
${workspacesSection(model)}
${appsSection(model.apps, model.formToken)}
${sessionsSection(model)}
${securitySection(model.security, model.formToken)}
${passwordSection(model)}
${emailSection(model)}
${languageSection(model)}
${dataSection(model)}
${deletionSection()}`,
  });

function workspacesSection({ workspaces, formToken }: AccountModel): Html {
  const path = "/account/workspaces/switch";
  const words = texts().account;
  return html`<section class="sheet" aria-labelledby="workspaces"><h2 id="workspaces">${words.workspaces}</h2>
${
  workspaces.length === 0
    ? html`<p>${words.noWorkspaces}</p>`
    : html`<ul class="rows">${workspaces.map(
        ({ id, name, role, channelCount, isCurrent }) => html`<li><p><strong>${cleanText(name)}</strong><br>
<span class="soft">${texts().forms.roles[role]}${channelCount !== null && `, ${texts().forms.channels(channelCount)}`} · ${id}</span></p>
${
  isCurrent
    ? html`<span class="badge">${words.currentWorkspace}</span>`
    : html`<form method="post" action="${path}">${formTokenField(formToken(path))}
<input type="hidden" name="workspace" value="${id}">
<button type="submit" class="quiet" aria-label="${words.switchTo(cleanText(name))}">${words.switch}</button></form>`
}</li>`,
      )}</ul>`
}
<a class="button quiet" href="/account/workspaces/new">${words.createWorkspace}</a></section>`;
}

function sessionsSection({ sessions, formToken }: AccountModel): Html {
  const endPath = "/account/sessions/end";
  const othersPath = "/account/sessions/end-others";
  const words = texts().account;
  return html`<section class="sheet" aria-labelledby="sessions"><h2 id="sessions">${words.sessions}</h2>
<ul class="rows">${sessions.map(
    ({ id, device, ip, startedAt, lastUsedAt, isCurrent }) => html`<li><p><strong>${device}</strong>
${isCurrent && html`<span class="badge">${words.thisBrowser}</span>`}<br>
<span class="soft">${ip ?? words.unknownIp} · ${words.since(formatMinute(startedAt, currentLanguage()))} · ${words.lastUsed(formatMinute(lastUsedAt, currentLanguage()))}</span></p>
${
  !isCurrent &&
  html`<form method="post" action="${endPath}">${formTokenField(formToken(endPath))}
<input type="hidden" name="session" value="${id}">
<button type="submit" class="quiet" aria-label="${words.signOutDevice(device, ip ?? words.unknownIp)}">${words.signOut}</button></form>`
}</li>`,
  )}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="${othersPath}">${formTokenField(formToken(othersPath))}
<button type="submit" class="quiet">${words.signOutOthers}</button></form>`
}</section>`;
}

function passwordSection({ email, formToken, errors = [] }: AccountModel): Html {
  const path = "/account/password";
  const words = texts().account;
  return html`<section class="sheet" aria-labelledby="change-password"><h2 id="change-password">${words.changePassword}</h2>
<p class="soft">${words.changePasswordHint}</p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken(path))}
<input type="email" name="username" autocomplete="username" value="${email}" readonly hidden>
${textField(
  {
    name: "present_password",
    label: texts().forms.currentPassword,
    type: "password",
    autocomplete: "current-password",
    lengthMax: PASSWORD_LENGTH_MAX,
  },
  errors,
)}
${textField(
  {
    name: "password",
    label: texts().forms.newPassword,
    type: "password",
    autocomplete: "new-password",
    lengthMax: PASSWORD_LENGTH_MAX,
    hint: texts().forms.passwordHint(PASSWORD_LENGTH_MIN),
  },
  errors,
)}
<div class="actions"><button type="submit">${words.changePasswordButton}</button></div></form></section>`;
}

function emailSection({ email, isEmailVerified, mails, formToken, errors = [] }: AccountModel): Html {
  const verifyPath = "/account/verify-email";
  const words = texts().account;
  const path = "/account/email";
  return html`<section class="sheet" aria-labelledby="email"><h2 id="email">${texts().forms.email}</h2>
<p>${email} ${isEmailVerified ? html`<span class="badge">${words.confirmed}</span>` : html`<span class="badge soft">${words.notConfirmed}</span>`}</p>
${
  !isEmailVerified &&
  mails !== "none" &&
  html`<form method="post" action="${verifyPath}">${formTokenField(formToken(verifyPath))}
<div class="actions"><button type="submit" class="quiet">${words.sendConfirmation}</button></div></form>`
}
${
  mails !== "none" &&
  html`<p class="soft">${words.changeEmailHint}</p>
<form method="post" action="${path}" novalidate>${formTokenField(formToken(path))}
${textField({ name: "new_email", label: words.newEmail, type: "email", autocomplete: "email", lengthMax: EMAIL_LENGTH_MAX }, errors)}
<div class="actions"><button type="submit" class="quiet">${words.changeEmail}</button></div></form>`
}</section>`;
}

/** The account's own language, which every device then uses. */
function languageSection({ language, formToken }: Pick<AccountModel, "language" | "formToken">): Html {
  const path = "/account/language";
  const words = texts().account;
  return html`<section class="sheet" aria-labelledby="language-title"><h2 id="language-title">${texts().forms.language}</h2>
<form method="post" action="${path}">${formTokenField(formToken(path))}
<div class="field"><label for="language">${texts().forms.language}</label>
<span class="hint" id="language-hint">${words.languageHint}</span>
<select id="language" name="language" aria-describedby="language-hint">
<option value="">${words.browserLanguage}</option>
${LANGUAGES.map((each) => html`<option value="${each}" lang="${each}"${each === language && html` selected`}>${LANGUAGE_NAMES[each]}</option>`)}
</select></div>
<div class="actions"><button type="submit" class="quiet">${words.saveLanguage}</button></div></form></section>`;
}

/** The download of what is stored about the person. */
function dataSection({ formToken }: Pick<AccountModel, "formToken">): Html {
  const path = "/account/data";
  const words = texts().history;
  return html`<section class="sheet" aria-labelledby="data"><h2 id="data">${words.data}</h2>
<p class="soft">${words.dataHint}</p>
<form method="post" action="${path}">${formTokenField(formToken(path))}
<div class="actions"><button type="submit" class="quiet">${words.download}</button></div></form></section>`;
}

const deletionSection = (): Html =>
  html`<section class="sheet" aria-labelledby="deletion"><h2 id="deletion">${texts().account.deletion}</h2>
<p class="soft">${texts().account.deletionHint}</p>
<div class="actions"><a class="button quiet" href="/account/delete">${texts().account.delete}</a></div></section>`;
