import { type Html, html } from "@skucast/http-kit/html";
import { currentLanguage, texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";
import { formTokenField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";

export interface AccountSecurity {
  readonly isTotpEnabled: boolean;
  readonly recoveryCodeCount: number;
  /** Null where browsers offer no passkeys. */
  readonly passkeys:
    | readonly {
        readonly credentialId: string;
        readonly name: string;
        readonly createdAt: Date;
        readonly lastUsedAt: Date | null;
      }[]
    | null;
}

/** The second factor and the passkeys of an account. */
export const securitySection = (security: AccountSecurity, formToken: (path: string) => string): Html =>
  html`<section class="sheet" aria-labelledby="security"><h2 id="security">${texts().account.security}</h2>
${authenticatorPart(security, formToken)}
${passkeysPart(security, formToken)}
${codesPart(security, formToken)}
<p class="after"><a href="/account/history">${texts().history.open}</a></p></section>`;

function authenticatorPart({ isTotpEnabled }: AccountSecurity, formToken: (path: string) => string): Html {
  const startPath = "/account/authenticator/start";
  const removePath = "/account/authenticator/remove";
  const words = texts().account;
  if (!isTotpEnabled) {
    return html`<p class="soft">${words.authenticatorHint}</p>
<form method="post" action="${startPath}">${formTokenField(formToken(startPath))}
<div class="actions"><button type="submit" class="quiet">${words.addAuthenticator}</button></div></form>`;
  }
  return html`<p>${words.authenticator} <span class="badge">${words.on}</span></p>
<div class="actions"><form method="post" action="${removePath}">${formTokenField(formToken(removePath))}
<button type="submit" class="quiet">${words.removeAuthenticator}</button></form></div>`;
}

function passkeysPart({ passkeys }: AccountSecurity, formToken: (path: string) => string): Html {
  const removePath = "/account/passkeys/remove";
  const words = texts().account;
  if (passkeys === null) {
    return html`<p class="soft">${texts().problems.noPasskeys}</p>`;
  }
  return html`${
    passkeys.length > 0 &&
    html`<ul class="rows">${passkeys.map(
      ({ credentialId, name, createdAt, lastUsedAt }) => html`<li><p><strong>${cleanText(name)}</strong><br>
<span class="soft">${words.passkey} · ${words.since(formatMinute(createdAt, currentLanguage()))} · ${lastUsedAt === null ? words.notUsed : words.lastUsed(formatMinute(lastUsedAt, currentLanguage()))}</span></p>
<form method="post" action="${removePath}">${formTokenField(formToken(removePath))}
<input type="hidden" name="passkey" value="${credentialId}">
<button type="submit" class="quiet" aria-label="${words.removePasskey(cleanText(name))}">${words.remove}</button></form></li>`,
    )}</ul>`
  }
<div class="actions"><a class="button quiet" href="/account/passkeys/new">${words.addPasskey}</a></div>`;
}

/** The recovery codes of an account with a second factor. */
function codesPart(
  { isTotpEnabled, recoveryCodeCount, passkeys }: AccountSecurity,
  formToken: (path: string) => string,
): Html | false {
  if (!isTotpEnabled && (passkeys ?? []).length === 0) return false;
  const path = "/account/recovery-codes";
  const words = texts().account;
  return html`<p>${words.codesLeft(recoveryCodeCount)}</p>
<div class="actions"><form method="post" action="${path}">${formTokenField(formToken(path))}
<button type="submit" class="quiet">${words.newCodes}</button></form></div>`;
}
