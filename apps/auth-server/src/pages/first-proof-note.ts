import type { FellowMembers } from "@skucast/db/account-tokens/list-fellow-members";
import { type Html, html } from "@skucast/http-kit/html";
import { texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";

/** After the reset of an account whose address had never been confirmed: what was removed, and who else has access. */
export const firstProofNote = ({ fellows }: { readonly fellows: readonly FellowMembers[] }): Html =>
  html`<div class="note warn"><p>${texts().signIn.firstProof}</p>${
    fellows.length > 0 &&
    html`<p>${texts().signIn.fellowMembers}</p>
<ul>${fellows.map((each) => html`<li>${cleanText(each.workspaceName)}: ${fellowsText(each)}</li>`)}</ul>`
  }</div>`;

/** The addresses, and how many more there are. */
export const fellowsText = ({ emails, count }: FellowMembers): string =>
  [...emails, ...(count > emails.length ? [`+ ${count - emails.length}`] : [])].join(", ");
