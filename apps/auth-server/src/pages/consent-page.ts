import type { Role } from "@skucast/contracts/roles";
import type { Scope } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";
import type { AccessPreset } from "../connect/access-presets.js";
import { cleanClaimedName, cleanHost, cleanText } from "./clean-text.js";
import { faultSummary, formTokenField } from "./form-parts.js";
import { type Html, html } from "./html.js";
import { page } from "./page.js";

interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

interface ConsentScope {
  readonly scope: Scope;
  /** What it lets the app do, in plain words (scope-sentences.ts). */
  readonly sentence: string;
  /** Whether the app asks for it; the person may allow others as well. */
  readonly isAsked: boolean;
  /** Ids of the workspaces in which the person's role allows it. */
  readonly isAllowedIn: readonly string[];
}

/** What the page needs to ask whether an app may connect. */
export interface ConsentModel {
  /** What the client calls itself: anyone may claim any name. */
  readonly clientName: string;
  /** Host, or private-use scheme, that the answer goes to: what a client cannot claim. */
  readonly redirectHost: string;
  readonly isVerified: boolean;
  /** All of the client's redirect URIs lead to the person's own computer. */
  readonly isLoopbackOnly: boolean;
  readonly clientUri?: string;
  /** Where the person works; empty when there is nothing to connect to yet. */
  readonly workspaces: readonly ConsentWorkspace[];
  /** Chosen to begin with, when it is one of them. */
  readonly currentWorkspaceId?: string | null;
  readonly scopes: readonly ConsentScope[];
  readonly email: string;
  /** Path that the form is sent to: fields `workspace`, `access` (a preset, or `chosen`), `scope` (several), `decision` (`allow` or `deny`). */
  readonly action: string;
  readonly formToken: string;
  /** What was wrong with the form that was sent before. */
  readonly fault?: string;
}

/** Asks a person whether an app may act for them, in which workspace, and how far. */
export function consentPage(model: ConsentModel): string {
  const host = cleanHost(model.redirectHost);
  const [only] = model.workspaces;
  return page({
    title: `Connect ${host}`,
    body: html`<h1>Connect an app to ${SERVICE_NAME}?</h1>
${faultSummary(model.fault === undefined ? [] : [{ message: model.fault }])}
${whoAsks(model, host)}
<form method="post" action="${model.action}">
${formTokenField(model.formToken)}
${only === undefined ? noWorkspace(model.action) : [workspaceChoice(model), scopeChoice(model)]}
<p class="soft">You can end the connection at any time. What the app did until then stays.</p>
<div class="actions">
${only !== undefined && html`<button type="submit" name="decision" value="allow">Allow</button>`}
<button type="submit" name="decision" value="deny" class="quiet" formnovalidate>Deny</button>
</div>
</form>`,
    footer: html`Signed in as ${model.email}.
<a href="/sign-out?return_to=${encodeURIComponent(model.action)}">Use another account</a>`,
  });
}

function whoAsks(model: ConsentModel, host: string): Html {
  const name = cleanClaimedName(model.clientName);
  return html`<p><span class="host">${host}</span>
${model.isVerified && html`<span class="badge">verified</span>`}
wants to use ${SERVICE_NAME} for you.${name !== "" && html` It calls itself “${name}”.`}
${model.clientUri !== undefined && html`<span class="soft">It names ${cleanText(model.clientUri, 120)} as its home.</span>`}</p>
${model.isLoopbackOnly && LOOPBACK_WARNING}
${!model.isVerified && !model.isLoopbackOnly && unverifiedWarning(host)}`;
}

const LOOPBACK_WARNING = html`<div class="note warn"><p><strong>This is a program on your own computer.</strong>
Any program there could ask under this name. Allow it only if you started it yourself just now.</p></div>`;

const unverifiedWarning = (host: string): Html =>
  html`<div class="note warn"><p><strong>We have not verified this app.</strong> The name that it gives itself proves
nothing. Allow it only if you trust ${host} and started this yourself.</p></div>`;

function noWorkspace(action: string): Html {
  const address = `/account/workspaces/new?return_to=${encodeURIComponent(action)}`;
  return html`<p>You are in no workspace yet. <a href="${address}">Create a workspace</a> first, then come back.</p>`;
}

function workspaceChoice({ workspaces, currentWorkspaceId }: ConsentModel): Html {
  const [only, second] = workspaces;
  if (only !== undefined && second === undefined) {
    return html`<input type="hidden" name="workspace" value="${only.id}">
<p>Workspace: <strong>${cleanText(only.name)}</strong> (you are ${only.role} there)</p>`;
  }
  return html`<div class="field"><label for="workspace">Workspace</label>
<span class="hint" id="workspace-hint">The app gets to see this one alone.</span>
<select id="workspace" name="workspace" required aria-describedby="workspace-hint">
${workspaces.map(
  ({ id, name, role }) =>
    html`<option value="${id}"${id === currentWorkspaceId && html` selected`}>${cleanText(name)} (${role})</option>`,
)}
</select></div>`;
}

/** The choices of access: what is checked below, and each preset. */
const ACCESSES = [
  ["chosen", "What is checked below", "The app asks for what is checked. You can check more, or less."],
  ["read", "Read", "See everything, change nothing."],
  ["edit", "Edit", "Read, and create, change and delete products."],
  ["publish", "Publish", "Edit, and change channels, and change and run feeds."],
] as const satisfies readonly (readonly [AccessPreset | "chosen", string, string])[];

function scopeChoice({ scopes, workspaces }: ConsentModel): Html {
  return html`<fieldset class="field"><legend>It may</legend>
${ACCESSES.map(
  ([value, label, hint]) =>
    html`<div class="choice"><input type="radio" id="access-${value}" name="access" value="${value}"
aria-describedby="access-${value}-hint"${value === "chosen" && html` checked`}>
<div><label for="access-${value}">${label}</label><span class="hint" id="access-${value}-hint">${hint}</span></div></div>`,
)}
</fieldset>
<fieldset class="field boxes"><legend>In detail</legend>
${scopes.map((entry) => scopeBox(entry, workspaces))}
</fieldset>`;
}

/** A scope that the role allows nowhere cannot be chosen; one that it allows in some workspaces says where it does not. */
function scopeBox(
  { scope, sentence, isAsked, isAllowedIn }: ConsentScope,
  workspaces: readonly ConsentWorkspace[],
): Html {
  const id = `scope-${scope.replace(":", "-")}`;
  const lacking = workspaces.filter((workspace) => !isAllowedIn.includes(workspace.id));
  const isNowhere = lacking.length === workspaces.length;
  return html`<div class="choice"><input type="checkbox" id="${id}" name="scope" value="${scope}"
${isNowhere ? html`disabled` : isAsked && html`checked`}>
<label for="${id}">${sentence} <span class="soft">${scope}</span>${!isAsked && NOT_ASKED}${lacking.length > 0 && whereNot(lacking, isNowhere)}</label></div>`;
}

const NOT_ASKED = html`<span class="hint">The app does not ask for this.</span>`;

const whereNot = (lacking: readonly ConsentWorkspace[], isNowhere: boolean): Html =>
  isNowhere
    ? html`<span class="hint">Your role does not allow this.</span>`
    : html`<span class="hint">Not in ${lacking.map(({ name, role }) => `${cleanText(name, 40)} (${role})`).join(", ")}.</span>`;
