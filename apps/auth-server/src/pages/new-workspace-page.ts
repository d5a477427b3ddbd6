import { html } from "@skucast/http-kit/html";
import { NAME_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { texts } from "../language/request-language.js";
import { errorSummary, type FormError, formTokenField, textField } from "./form-parts.js";
import { page } from "./page.js";

export interface NewWorkspaceModel {
  readonly formToken: string;
  readonly returnTo: string | null;
  readonly name?: string;
  readonly errors?: readonly FormError[];
}

export const newWorkspacePage = ({ formToken, returnTo, name = "", errors = [] }: NewWorkspaceModel): string =>
  page({
    isSignedIn: true,
    title: texts().account.createWorkspace,
    body: html`<h1>${texts().account.createWorkspace}</h1>
${errorSummary(errors)}
<form method="post" action="/account/workspaces/new" novalidate>
${formTokenField(formToken)}
${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${textField(
  {
    name: "workspace",
    label: texts().forms.workspaceName,
    autocomplete: "organization",
    value: name,
    lengthMax: NAME_LENGTH_MAX,
    hint: texts().account.workspaceHint,
  },
  errors,
)}
<div class="actions"><button type="submit">${texts().account.createWorkspaceButton}</button>
<a class="button quiet" href="${returnTo ?? "/account"}">${texts().forms.cancel}</a></div>
</form>`,
  });
