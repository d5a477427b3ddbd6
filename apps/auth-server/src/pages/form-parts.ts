import { FORM_TOKEN_FIELD } from "../forms/form-token.js";
import { type Html, type HtmlValue, html } from "./html.js";

/** What is wrong with a form: beside a field, or with all of it. */
export interface FormFault {
  readonly field?: string;
  readonly message: string;
}

/** A field of one line. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: HtmlValue;
  readonly lengthMax?: number;
  readonly isReadOnly?: boolean;
}

export const formTokenField = (token: string): Html =>
  html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${token}">`;

/** All faults at the top, each with a link to its field; takes the focus, so that it is heard first. */
export function faultSummary(faults: readonly FormFault[]): HtmlValue {
  if (faults.length === 0) return null;
  return html`<div class="note bad" id="faults" role="alert" tabindex="-1" autofocus>
<p><strong>${faults.length === 1 ? "There is a problem." : `There are ${faults.length} problems.`}</strong></p>
<ul>${faults.map(({ field, message }) => html`<li>${field === undefined ? message : html`<a href="#${field}">${message}</a>`}</li>`)}</ul>
</div>`;
}

/** A labelled input with its hint and its fault, both tied to it. */
export function textField(field: TextField, faults: readonly FormFault[]): Html {
  const fault = faults.find((candidate) => candidate.field === field.name);
  const [hintId, faultId] = [`${field.name}-hint`, `${field.name}-fault`];
  const described = [field.hint !== undefined && hintId, fault !== undefined && faultId].filter(Boolean).join(" ");
  return html`<div class="field"><label for="${field.name}">${field.label}</label>
${field.hint !== undefined && html`<span class="hint" id="${hintId}">${field.hint}</span>`}
${fault !== undefined && html`<span class="fault" id="${faultId}">${fault.message}</span>`}
<input id="${field.name}" name="${field.name}" type="${field.type ?? "text"}" required
autocomplete="${field.autocomplete}"${field.value !== undefined && html` value="${field.value}"`}
${field.type !== "text" && html`autocapitalize="none" spellcheck="false"`}
${field.lengthMax !== undefined && html`maxlength="${field.lengthMax}"`}
${field.isReadOnly && html`readonly`}
${described !== "" && html`aria-describedby="${described}"`}
${fault !== undefined && html`aria-invalid="true"`}></div>`;
}
