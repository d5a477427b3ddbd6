import { type Html, html } from "@skucast/http-kit/html";
import { ATTEMPT_LIMITS } from "../accounts/attempt-limits.js";
import { texts } from "../language/request-language.js";
import { formTokenField } from "./form-parts.js";

/** The form field that says that the mail was requested before. */
export const AGAIN_FIELD = "again";

export interface SendAgainModel {
  /** The path that the mail was requested from. */
  readonly path: string;
  readonly formToken: string;
  /** The fields of that request. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether this page answers such a repeated request. */
  readonly isAgain: boolean;
}

/**
 * Requests the same mail again, with the limit of them. The form is the same whether a mail was sent or not, so that no
 * client learns which addresses have an account.
 */
export const sendAgainForm = ({ path, formToken, fields, isAgain }: SendAgainModel): Html =>
  html`${isAgain && html`<div class="note" role="status"><p>${texts().signIn.requestedAgain}</p></div>`}
<form method="post" action="${path}">
${formTokenField(formToken)}
${Object.entries({ ...fields, [AGAIN_FIELD]: "1" }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="hint">${texts().signIn.mailLimit(ATTEMPT_LIMITS.mailPerAddressFromNetwork.max)}</p>
<div class="actions"><button type="submit" class="quiet">${texts().signIn.sendAgain}</button></div>
</form>`;
