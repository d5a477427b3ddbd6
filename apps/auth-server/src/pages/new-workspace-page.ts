import { NAME_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { html } from "./html.js";
import { page } from "./page.js";

export interface NewWorkspaceModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  readonly name?: string;
  readonly errors?: readonly FormError[];
}

export const newWorkspacePage = ({ formToken, returnTo, name = "", errors = [] }: NewWorkspaceModel): string =>
  page({
    title: "Create a workspace",
    body: html`<h1>Create a workspace</h1>
${errorSummary(errors)}
<form method="post" action="/account/workspaces/new" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${textField(
  {
    name: "workspace",
    label: "Workspace name",
    autocomplete: "organization",
    value: name,
    lengthMax: NAME_LENGTH_MAX,
    hint: "For example your company or shop. Only its members see its products, channels and feeds.",
  },
  errors,
)}
<div class="actions"><button type="submit">Create workspace</button>
<a class="button quiet" href="${returnTo ?? "/account"}">Cancel</a></div>
</form>`,
  });
