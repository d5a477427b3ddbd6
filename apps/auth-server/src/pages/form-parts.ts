import { type Html, type HtmlValue, html } from "@skucast/http-kit/html";
import { EMAIL_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { FORM_TOKEN_FIELD } from "../forms/form-token.js";
import { texts } from "../language/request-language.js";

/** A validation error of one field, or of the whole form. */
export interface FormError {
  readonly field?: string;
  readonly message: string;
}

/** A single-line field. */
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

/**
 * Lists all errors at the top, each linked to its field. It takes the focus, so that screen readers announce it first.
 */
export function errorSummary(errors: readonly FormError[]): HtmlValue {
  if (errors.length === 0) return null;
  return html`<div class="note bad" id="errors" role="alert" tabindex="-1" autofocus>
<p><strong>${texts().forms.problems(errors.length)}</strong></p>
<ul>${errors.map(({ field, message }) => html`<li>${field === undefined ? message : html`<a href="#${field}">${message}</a>`}</li>`)}</ul>
</div>`;
}

/** The address of an existing account. */
export const emailField = (email: string | undefined, errors: readonly FormError[]): Html =>
  textField(
    {
      name: "email",
      label: texts().forms.email,
      type: "email",
      autocomplete: "username",
      lengthMax: EMAIL_LENGTH_MAX,
      ...(email !== undefined && { value: email }),
    },
    errors,
  );

/** A labelled input with its hint and its error. */
export function textField(field: TextField, errors: readonly FormError[]): Html {
  const error = errors.find((candidate) => candidate.field === field.name);
  const hintId = `${field.name}-hint`;
  const errorId = `${field.name}-error`;
  const described = [field.hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(" ");
  return html`<div class="field"><label for="${field.name}">${field.label}</label>
${field.hint !== undefined && html`<span class="hint" id="${hintId}">${field.hint}</span>`}
${error !== undefined && html`<span class="error" id="${errorId}">${error.message}</span>`}
<input id="${field.name}" name="${field.name}" type="${field.type ?? "text"}" required
autocomplete="${field.autocomplete}"${field.value !== undefined && html` value="${field.value}"`}
${field.type !== "text" && html`autocapitalize="none" spellcheck="false"`}
${field.lengthMax !== undefined && html`maxlength="${field.lengthMax}"`}
${field.isReadOnly && html`readonly`}
${described !== "" && html`aria-describedby="${described}"`}
${error !== undefined && html`aria-invalid="true"`}></div>`;
}
