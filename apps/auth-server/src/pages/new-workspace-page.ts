import { NAME_LENGTH_MAX } from "../accounts/check-person.js";
import { type FormFault, faultSummary, formTokenField, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface NewWorkspaceModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  readonly name?: string;
  readonly faults?: readonly FormFault[];
}

export const newWorkspacePage = ({ formToken, returnTo, name = "", faults = [] }: NewWorkspaceModel): string =>
  page({
    title: "Create a workspace",
    body: html`<h1>Create a workspace</h1>
${faultSummary(faults)}
<form method="post" action="/account/workspaces/new" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${textField(
  {
    name: "workspace",
    label: "Name of the workspace",
    autocomplete: "organization",
    value: name,
    lengthMax: NAME_LENGTH_MAX,
    hint: "What belongs together: a company, a shop. Its products, channels and feeds are seen by its members alone.",
  },
  faults,
)}
<div class="actions"><button type="submit">Create workspace</button>
<a class="button quiet" href="${returnTo ?? "/account"}">Cancel</a></div>
</form>`,
  });
