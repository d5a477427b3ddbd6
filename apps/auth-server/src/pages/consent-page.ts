import type { Role } from "@skucast/contracts/roles";
import type { Scope } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { type Html, html } from "@skucast/http-kit/html";
import type { AccessPreset } from "../connect/access-presets.js";
import { texts } from "../language/request-language.js";
import { cleanClaimedName, cleanHost, cleanText } from "./clean-text.js";
import { errorSummary, formTokenField } from "./form-parts.js";
import { page } from "./page.js";

interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

interface ConsentScope {
  readonly scope: Scope;
  /** What the scope allows, in plain words. */
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
  const words = texts().connect;
  const [only] = model.workspaces;
  return page({
    title: words.title(host),
    body: html`<h1>${words.question(SERVICE_NAME)}</h1>
${errorSummary(model.error === undefined ? [] : [{ message: model.error }])}
${appIdentity(model, host)}
<form method="post" action="${model.action}">
${formTokenField(model.formToken)}
${only === undefined ? noWorkspace(model.action) : [workspaceChoice(model), scopeChoice(model)]}
<p class="soft">${words.disconnectHint}</p>
<div class="actions">
${only !== undefined && html`<button type="submit" name="decision" value="allow">${words.allow}</button>`}
<button type="submit" name="decision" value="deny" class="quiet" formnovalidate>${words.deny}</button>
</div>
</form>`,
    footer: html`${words.signedInAs(model.email)}
<a href="/sign-out?return_to=${encodeURIComponent(model.action)}">${texts().forms.useAnotherAccount}</a>`,
  });
}

function appIdentity(model: ConsentModel, host: string): Html {
  const name = cleanClaimedName(model.clientName);
  const words = texts().connect;
  return html`<p><span class="host">${host}</span>
${model.isVerified && html`<span class="badge">${words.verified}</span>`}
${words.wantsToUse(SERVICE_NAME)}${name !== "" && html` ${words.callsItself(name)}`}
${model.clientUri !== undefined && html`<span class="soft">${words.website(cleanText(model.clientUri, 120))}</span>`}</p>
${model.isLoopbackOnly && warning(words.loopback)}
${!model.isVerified && !model.isLoopbackOnly && warning(words.unverified(host))}`;
}

const warning = (sentences: Html): Html => html`<div class="note warn"><p>${sentences}</p></div>`;

function noWorkspace(action: string): Html {
  const path = `/account/workspaces/new?return_to=${encodeURIComponent(action)}`;
  return html`<p>${texts().connect.noWorkspace(path)}</p>`;
}

function workspaceChoice({ workspaces, currentWorkspaceId }: ConsentModel): Html {
  const [only, second] = workspaces;
  const words = texts().connect;
  const { roles } = texts().forms;
  if (only !== undefined && second === undefined) {
    return html`<input type="hidden" name="workspace" value="${only.id}">
<p>${words.onlyWorkspace(cleanText(only.name), roles[only.role])}</p>`;
  }
  return html`<div class="field"><label for="workspace">${words.workspace}</label>
<span class="hint" id="workspace-hint">${words.workspaceHint}</span>
<select id="workspace" name="workspace" required aria-describedby="workspace-hint">
${workspaces.map(
  ({ id, name, role }) =>
    html`<option value="${id}"${id === currentWorkspaceId && html` selected`}>${cleanText(name)} (${roles[role]})</option>`,
)}
</select></div>`;
}

/** The access choices: the checked boxes below, or a preset. */
const ACCESSES = ["chosen", "read", "edit", "publish"] as const satisfies readonly (AccessPreset | "chosen")[];

function scopeChoice({ scopes, workspaces }: ConsentModel): Html {
  const words = texts().connect;
  return html`<fieldset class="field"><legend>${words.access}</legend>
${ACCESSES.map((value) => {
  const [label, hint] = words.accesses[value];
  return html`<div class="choice"><input type="radio" id="access-${value}" name="access" value="${value}"
aria-describedby="access-${value}-hint"${value === "chosen" && html` checked`}>
<div><label for="access-${value}">${label}</label><span class="hint" id="access-${value}-hint">${hint}</span></div></div>`;
})}
</fieldset>
<fieldset class="field boxes"><legend>${words.permissions}</legend>
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
<label for="${id}">${sentence} <span class="soft">${scope}</span>${!isRequested && html`<span class="hint">${texts().connect.notRequested}</span>`}${lacking.length > 0 && missingWorkspaces(lacking, isNowhere)}</label></div>`;
}

const missingWorkspaces = (lacking: readonly ConsentWorkspace[], isNowhere: boolean): Html =>
  isNowhere
    ? html`<span class="hint">${texts().connect.roleForbids}</span>`
    : html`<span class="hint">${texts().connect.notIn(lacking.map(({ name, role }) => `${cleanText(name, 40)} (${texts().forms.roles[role]})`).join(", "))}</span>`;
