import { cleanClaimedName, cleanHost, cleanText } from "./clean-text.js";
import { formTokenField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";
import { type Html, html } from "./html.js";

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
  html`<section class="sheet" aria-labelledby="apps"><h2 id="apps">Connected apps</h2>
${
  apps.length === 0
    ? html`<p>No apps are connected. To connect an AI client such as Claude, ChatGPT or Cursor, add <code>${mcpUrl}</code> to it
as an MCP server. It then asks you here which workspace it may use and what it may do. Connected apps are listed here,
and you can disconnect them at any time.</p>`
    : html`<p class="soft" id="apps-hint">These apps act for you, with the permissions that you and your role allow. Disconnecting
an app removes its access immediately; to connect again, it must ask you. Changes that it made are kept.</p>
${!isWhole && html`<p>Only the ${apps.length} most recently connected apps are shown.</p>`}
<ul class="rows">${apps.map((app) => appRow(app, apps.length <= OPEN_MAX, formToken))}</ul>`
}</section>`;

function appRow(app: AccountApp, isOpen: boolean, formToken: (path: string) => string): Html {
  const host = cleanHost(app.redirectHost);
  const name = cleanClaimedName(app.name);
  const workspace = cleanText(app.workspaceName);
  const since = formatMinute(app.startedAt);
  return html`<li><div><p><strong>${host}</strong>${name !== "" && html` · calls itself “${name}”`}<br>
<span class="soft">in ${workspace} · since ${since} · ${
    app.lastUsedAt === null ? "not used yet" : `last used ${formatMinute(app.lastUsedAt)}`
  }</span></p>
<details${isOpen && html` open`}><summary>Permissions<span class="unseen"> (${host} in ${workspace})</span></summary>
<ul>${app.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul></details></div>
<form method="post" action="${PATH}">${formTokenField(formToken(PATH))}
<input type="hidden" name="app" value="${app.id}">
<button type="submit" class="quiet" aria-label="Disconnect ${host} from ${workspace}, since ${since}" aria-describedby="apps-hint">Disconnect</button></form></li>`;
}
