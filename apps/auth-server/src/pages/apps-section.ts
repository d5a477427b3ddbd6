import { type Html, html } from "@skucast/http-kit/html";
import { currentLanguage, texts } from "../language/request-language.js";
import { cleanClaimedName, cleanHost, cleanText } from "./clean-text.js";
import { formTokenField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";

/** An app that acts for the user in one workspace. */
export interface AccountApp {
  readonly id: string;
  /** The name that the app claims. Any app can claim any name. */
  readonly name: string;
  /** Host to which its codes are sent. The app cannot forge it. */
  readonly redirectHost: string;
  readonly workspaceName: string;
  /** Its permissions, in plain words. */
  readonly sentences: readonly string[];
  readonly startedAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface AccountApps {
  readonly apps: readonly AccountApp[];
  /** False if there are more. */
  readonly isWhole: boolean;
  /** URL for AI clients. */
  readonly mcpUrl: string;
}

const PATH = "/account/apps/end";
/** Up to this many apps, the permissions of each are shown expanded. */
const OPEN_MAX = 5;

/** The apps that act for the user, with a button to disconnect each. */
export const appsSection = ({ apps, isWhole, mcpUrl }: AccountApps, formToken: (path: string) => string): Html =>
  html`<section class="sheet" aria-labelledby="apps"><h2 id="apps">${texts().account.apps}</h2>
${
  apps.length === 0
    ? html`<p>${texts().account.noApps[0]} <code>${mcpUrl}</code> ${texts().account.noApps[1]}</p>`
    : html`<p class="soft" id="apps-hint">${texts().account.appsHint}</p>
${!isWhole && html`<p>${texts().account.newestApps(apps.length)}</p>`}
<ul class="rows">${apps.map((app) => appRow(app, apps.length <= OPEN_MAX, formToken))}</ul>`
}</section>`;

function appRow(app: AccountApp, isOpen: boolean, formToken: (path: string) => string): Html {
  const host = cleanHost(app.redirectHost);
  const name = cleanClaimedName(app.name);
  const workspace = cleanText(app.workspaceName);
  const since = formatMinute(app.startedAt, currentLanguage());
  const words = texts().account;
  return html`<li><div><p><strong>${host}</strong>${name !== "" && html` · ${words.callsItself(name)}`}<br>
<span class="soft">${words.inWorkspace(workspace)} · ${words.since(since)} · ${
    app.lastUsedAt === null ? words.notUsed : words.lastUsed(formatMinute(app.lastUsedAt, currentLanguage()))
  }</span></p>
<details${isOpen && html` open`}><summary>${words.permissions}<span class="unseen"> ${words.permissionsOf(host, workspace)}</span></summary>
<ul>${app.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul></details></div>
<form method="post" action="${PATH}">${formTokenField(formToken(PATH))}
<input type="hidden" name="app" value="${app.id}">
<button type="submit" class="quiet" aria-label="${words.disconnectApp(host, workspace, since)}" aria-describedby="apps-hint">${words.disconnect}</button></form></li>`;
}
