import type { AddedFactors } from "@skucast/db/account-tokens/undo-factors";
import { type Html, html } from "@skucast/http-kit/html";
import { currentLanguage, texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";
import { formatMinute } from "./format-minute.js";

/** What is or was removed from an account, after a sentence that says so; false if nothing is. */
export function addedFactorsList(sentence: string, added: AddedFactors): Html | false {
  const entries = [
    ...added.passkeys.map(({ name, at }) => [`Passkey: ${cleanText(name)}`, at] as const),
    ...(added.authenticatorAt ? [[texts().account.authenticator, added.authenticatorAt] as const] : []),
    ...(added.recoveryCodesAt ? [[texts().signIn.addedRecoveryCodes, added.recoveryCodesAt] as const] : []),
  ];
  return (
    entries.length > 0 &&
    html`<div class="note warn"><p>${sentence}</p>
<ul>${entries.map(([what, at]) => html`<li>${what} (${formatMinute(at, currentLanguage())})</li>`)}</ul></div>`
  );
}
