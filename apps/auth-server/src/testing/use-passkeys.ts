import { type Browser, hiddenFields, unescaped } from "./browser.js";
import { type AccountsFixture, PUBLIC_URL } from "./open-accounts.js";
import { createSoftAuthenticator, type SoftAuthenticator } from "./soft-authenticator.js";

const NEW = "/account/passkeys/new";
const SIGN_IN = "/sign-in/passkey";

/** The options and hidden fields of the passkey form of a page. */
export async function passkeyFormOf(browser: Browser, page: string, action: string) {
  const { text } = await browser.get(page);
  const form = text.split("<form ").find((each) => each.includes(`action="${action}" data-passkey`)) ?? "";
  const options = JSON.parse(unescaped(/data-options="([^"]*)"/.exec(form)?.[1] ?? "null"));
  return { options, fields: hiddenFields(text, action) };
}

interface NewPasskey {
  readonly email: string;
  readonly name?: string;
  readonly verifiesUser?: boolean;
}

/** Adds a passkey to the account that is signed in, as its page does. */
export async function addPasskey(accounts: AccountsFixture, browser: Browser, passkey: NewPasskey) {
  const { email, name = "Key", ...more } = passkey;
  const { rows } = await accounts.db.system.query<{ id: string }>("SELECT id FROM users WHERE email = $1", [email]);
  const userId = rows[0]?.id ?? "";
  const authenticator = createSoftAuthenticator({ rpId: new URL(PUBLIC_URL).hostname, userId, ...more });
  const { options, fields } = await passkeyFormOf(browser, NEW, NEW);
  const sent = { ...fields, name, response: authenticator.create(options, PUBLIC_URL) };
  return { authenticator, sent, answer: await browser.post(NEW, sent) };
}

/** Signs in with a passkey at the page to sign in. */
export async function signInWithPasskey(browser: Browser, authenticator: SoftAuthenticator, origin = PUBLIC_URL) {
  const { options, fields } = await passkeyFormOf(browser, "/sign-in", SIGN_IN);
  const sent = { ...fields, response: authenticator.use(options, origin) };
  return { sent, browser, answer: await browser.post(SIGN_IN, sent) };
}
