import { cleanText } from "./clean-text.js";
import { formTokenField } from "./form-parts.js";
import { formatMinute } from "./format-minute.js";
import { type Html, html } from "./html.js";

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
  html`<section class="sheet" aria-labelledby="security"><h2 id="security">Second factor and passkeys</h2>
${authenticatorPart(security, formToken)}
${passkeysPart(security, formToken)}</section>`;

function authenticatorPart(
  { isTotpEnabled, recoveryCodeCount }: AccountSecurity,
  formToken: (path: string) => string,
): Html {
  const startPath = "/account/authenticator/start";
  const removePath = "/account/authenticator/remove";
  const codesPath = "/account/recovery-codes";
  if (!isTotpEnabled) {
    return html`<p class="soft">With an authenticator app, signing in needs your password and a code of the app.</p>
<form method="post" action="${startPath}">${formTokenField(formToken(startPath))}
<div class="actions"><button type="submit" class="quiet">Add an authenticator app</button></div></form>`;
  }
  return html`<p>Authenticator app <span class="badge">on</span><br>
<span class="soft">${recoveryCodeCount} of 10 recovery codes left</span></p>
<div class="actions"><form method="post" action="${codesPath}">${formTokenField(formToken(codesPath))}
<button type="submit" class="quiet">Create new recovery codes</button></form>
<form method="post" action="${removePath}">${formTokenField(formToken(removePath))}
<button type="submit" class="quiet">Remove the app</button></form></div>`;
}

function passkeysPart({ passkeys }: AccountSecurity, formToken: (path: string) => string): Html {
  const removePath = "/account/passkeys/remove";
  if (passkeys === null) {
    return html`<p class="soft">Passkeys need HTTPS and a host name, which this deployment lacks.</p>`;
  }
  return html`${
    passkeys.length > 0 &&
    html`<ul class="rows">${passkeys.map(
      ({ credentialId, name, createdAt, lastUsedAt }) => html`<li><p><strong>${cleanText(name)}</strong><br>
<span class="soft">passkey · since ${formatMinute(createdAt)} · ${lastUsedAt === null ? "not used yet" : html`last used ${formatMinute(lastUsedAt)}`}</span></p>
<form method="post" action="${removePath}">${formTokenField(formToken(removePath))}
<input type="hidden" name="passkey" value="${credentialId}">
<button type="submit" class="quiet" aria-label="Remove the passkey ${cleanText(name)}">Remove</button></form></li>`,
    )}</ul>`
  }
<div class="actions"><a class="button quiet" href="/account/passkeys/new">Add a passkey</a></div>`;
}
