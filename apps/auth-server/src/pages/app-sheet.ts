import { cleanClaimedName, cleanHost, cleanText } from "./clean-text.js";
import { formTokenField } from "./form-parts.js";
import { type Html, html } from "./html.js";
import { minute } from "./minute.js";

/** An app that acts for the person in one workspace. */
export interface AccountApp {
  readonly id: string;
  /** What it calls itself: anyone may claim any name. */
  readonly name: string;
  /** Where its codes are sent: what it cannot claim. */
  readonly redirectHost: string;
  readonly workspaceName: string;
  /** What it may do, in plain words. */
  readonly sentences: readonly string[];
  readonly beganAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface AccountApps {
  readonly apps: readonly AccountApp[];
  /** False when there are more than these. */
  readonly isWhole: boolean;
  /** Address at which AI clients reach this service. */
  readonly mcpAddress: string;
}

const PATH = "/account/apps/end";
/** So few are told of whole; of more, what each may do is opened one by one. */
const OPEN_MAX = 5;

/** What acts for the person besides themself, with the way to end each. */
export const appSheet = ({ apps, isWhole, mcpAddress }: AccountApps, formToken: (path: string) => string): Html =>
  html`<section class="sheet" aria-labelledby="apps"><h2 id="apps">Connected apps</h2>
${
  apps.length === 0
    ? html`<p>No app acts for you. Add <code>${mcpAddress}</code> to an AI client, such as Claude, ChatGPT or Cursor, as an
MCP server: it then asks you here in which workspace it may work and what it may do. From then on it is listed here, and
you can end it at any time.</p>`
    : html`<p class="soft" id="apps-hint">These act for you, as far as you allowed it and your role does. Disconnecting one
takes its access at once and for good: to come back it has to ask you again. What it did until then stays.</p>
${!isWhole && html`<p>These are the ${apps.length} that you connected last; there are more.</p>`}
<ul class="rows">${apps.map((app) => appRow(app, apps.length <= OPEN_MAX, formToken))}</ul>`
}</section>`;

function appRow(app: AccountApp, isOpen: boolean, formToken: (path: string) => string): Html {
  const [host, name] = [cleanHost(app.redirectHost), cleanClaimedName(app.name)];
  const [workspace, since] = [cleanText(app.workspaceName), minute(app.beganAt)];
  return html`<li><div><p><strong>${host}</strong>${name !== "" && html` · it calls itself “${name}”`}<br>
<span class="soft">in ${workspace} · since ${since} · ${
    app.lastUsedAt === null ? "not used yet" : `last used ${minute(app.lastUsedAt)}`
  }</span></p>
<details${isOpen && html` open`}><summary>What it may do<span class="unseen"> (${host} in ${workspace})</span></summary>
<ul>${app.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul></details></div>
<form method="post" action="${PATH}">${formTokenField(formToken(PATH))}
<input type="hidden" name="app" value="${app.id}">
<button type="submit" class="quiet" aria-label="Disconnect ${host} from ${workspace}, since ${since}" aria-describedby="apps-hint">Disconnect</button></form></li>`;
}
