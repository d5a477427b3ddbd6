import type { Role } from "@skucast/contracts/roles";
import type { Scope } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";
import type { AccessPreset } from "../connect/access-presets.js";
import { cleanClaimedName, cleanHost, cleanText } from "./clean-text.js";
import { errorSummary, formTokenField } from "./form-parts.js";
import { type Html, html } from "./html.js";
import { page } from "./page.js";

interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

interface ConsentScope {
  readonly scope: Scope;
  /** What the scope allows, in plain words (scope-sentences.ts). */
  readonly sentence: string;
  /** Whether the app requests it. The user may allow others as well. */
  readonly isRequested: boolean;
  /** Ids of the workspaces in which the user's role allows it. */
  readonly isAllowedIn: readonly string[];
}

/** The data of the consent page. */
export interface ConsentModel {
  /** The name that the client claims. Any client can claim any name. */
  readonly clientName: string;
  /** Host or private-use scheme of the redirect URI. The client cannot forge it. */
  readonly redirectHost: string;
  readonly isVerified: boolean;
  /** The redirect URI leads to the user's own computer. */
  readonly isLoopbackOnly: boolean;
  readonly clientUri?: string;
  /** The user's workspaces. Empty if there is nothing to connect to yet. */
  readonly workspaces: readonly ConsentWorkspace[];
  /** Preselected if it is one of `workspaces`. */
  readonly currentWorkspaceId?: string | null;
  readonly scopes: readonly ConsentScope[];
  readonly email: string;
  /**
   * Path that receives the form with the fields `workspace`, `access` (a preset, or `chosen`), `scope` (several) and
   * `decision` (`allow` or `deny`).
   */
  readonly action: string;
  readonly formToken: string;
  /** The error of the submitted form. */
  readonly error?: string;
}

/** Asks the user whether an app may act for them, in which workspace, and with which permissions. */
export function consentPage(model: ConsentModel): string {
  const host = cleanHost(model.redirectHost);
  const [only] = model.workspaces;
  return page({
    title: `Connect ${host}`,
    body: html`<h1>Connect an app to ${SERVICE_NAME}?</h1>
${errorSummary(model.error === undefined ? [] : [{ message: model.error }])}
${appIdentity(model, host)}
<form method="post" action="${model.action}">
${formTokenField(model.formToken)}
${only === undefined ? noWorkspace(model.action) : [workspaceChoice(model), scopeChoice(model)]}
<p class="soft">You can disconnect the app at any time. Changes that it made are kept.</p>
<div class="actions">
${only !== undefined && html`<button type="submit" name="decision" value="allow">Allow</button>`}
<button type="submit" name="decision" value="deny" class="quiet" formnovalidate>Deny</button>
</div>
</form>`,
    footer: html`Signed in as ${model.email}.
<a href="/sign-out?return_to=${encodeURIComponent(model.action)}">Use another account</a>`,
  });
}

function appIdentity(model: ConsentModel, host: string): Html {
  const name = cleanClaimedName(model.clientName);
  return html`<p><span class="host">${host}</span>
${model.isVerified && html`<span class="badge">verified</span>`}
wants to use ${SERVICE_NAME} on your behalf.${name !== "" && html` It calls itself “${name}”.`}
${model.clientUri !== undefined && html`<span class="soft">Its website, as it states: ${cleanText(model.clientUri, 120)}.</span>`}</p>
${model.isLoopbackOnly && LOOPBACK_WARNING}
${!model.isVerified && !model.isLoopbackOnly && unverifiedWarning(host)}`;
}

const LOOPBACK_WARNING = html`<div class="note warn"><p><strong>This is a program on your own computer.</strong>
Any program on it can claim this name. Allow it only if you just started the connection yourself.</p></div>`;

const unverifiedWarning = (host: string): Html =>
  html`<div class="note warn"><p><strong>We have not verified this app.</strong> Any app can claim any name.
Allow it only if you trust ${host} and started the connection yourself.</p></div>`;

function noWorkspace(action: string): Html {
  const path = `/account/workspaces/new?return_to=${encodeURIComponent(action)}`;
  return html`<p>You are not a member of any workspace yet. <a href="${path}">Create a workspace</a> to continue.</p>`;
}

function workspaceChoice({ workspaces, currentWorkspaceId }: ConsentModel): Html {
  const [only, second] = workspaces;
  if (only !== undefined && second === undefined) {
    return html`<input type="hidden" name="workspace" value="${only.id}">
<p>Workspace: <strong>${cleanText(only.name)}</strong> (your role: ${only.role})</p>`;
  }
  return html`<div class="field"><label for="workspace">Workspace</label>
<span class="hint" id="workspace-hint">The app gets access to this workspace only.</span>
<select id="workspace" name="workspace" required aria-describedby="workspace-hint">
${workspaces.map(
  ({ id, name, role }) =>
    html`<option value="${id}"${id === currentWorkspaceId && html` selected`}>${cleanText(name)} (${role})</option>`,
)}
</select></div>`;
}

/** The access choices: the checked boxes below, or a preset. */
const ACCESSES = [
  [
    "chosen",
    "Selected permissions",
    "The permissions that the app requests are selected below. You can add or remove some.",
  ],
  ["read", "Read", "View everything, change nothing."],
  ["edit", "Edit", "Read, and create, change and delete products."],
  ["publish", "Publish", "Edit, and change channels, and change and run feeds."],
] as const satisfies readonly (readonly [AccessPreset | "chosen", string, string])[];

function scopeChoice({ scopes, workspaces }: ConsentModel): Html {
  return html`<fieldset class="field"><legend>Access</legend>
${ACCESSES.map(
  ([value, label, hint]) =>
    html`<div class="choice"><input type="radio" id="access-${value}" name="access" value="${value}"
aria-describedby="access-${value}-hint"${value === "chosen" && html` checked`}>
<div><label for="access-${value}">${label}</label><span class="hint" id="access-${value}-hint">${hint}</span></div></div>`,
)}
</fieldset>
<fieldset class="field boxes"><legend>Permissions</legend>
${scopes.map((entry) => scopeBox(entry, workspaces))}
</fieldset>`;
}

/**
 * A scope that the user's role allows nowhere is disabled. Otherwise the workspaces that do not allow it are listed.
 */
function scopeBox(
  { scope, sentence, isRequested, isAllowedIn }: ConsentScope,
  workspaces: readonly ConsentWorkspace[],
): Html {
  const id = `scope-${scope.replace(":", "-")}`;
  const lacking = workspaces.filter((workspace) => !isAllowedIn.includes(workspace.id));
  const isNowhere = lacking.length === workspaces.length;
  return html`<div class="choice"><input type="checkbox" id="${id}" name="scope" value="${scope}"
${isNowhere ? html`disabled` : isRequested && html`checked`}>
<label for="${id}">${sentence} <span class="soft">${scope}</span>${!isRequested && NOT_REQUESTED}${lacking.length > 0 && missingWorkspaces(lacking, isNowhere)}</label></div>`;
}

const NOT_REQUESTED = html`<span class="hint">Not requested by the app.</span>`;

const missingWorkspaces = (lacking: readonly ConsentWorkspace[], isNowhere: boolean): Html =>
  isNowhere
    ? html`<span class="hint">Your role does not allow this.</span>`
    : html`<span class="hint">Not in ${lacking.map(({ name, role }) => `${cleanText(name, 40)} (${role})`).join(", ")}.</span>`;
