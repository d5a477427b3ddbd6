import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Browser, hiddenFields, unescaped } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture, PUBLIC_URL } from "../testing/open-accounts.js";
import { createSoftAuthenticator, type SoftAuthenticator } from "../testing/soft-authenticator.js";

const NEW = "/account/passkeys/new";
const SIGN_IN = "/sign-in/passkey";
const rpId = new URL(PUBLIC_URL).hostname;

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

/** The options and hidden fields of the page's passkey form. */
async function passkeyFormOf(browser: Browser, page: string, action: string) {
  const { text } = await browser.get(page);
  const form = text.split("<form ").find((each) => each.includes(`action="${action}" data-passkey`)) ?? "";
  const options = JSON.parse(unescaped(/data-options="([^"]*)"/.exec(form)?.[1] ?? "null"));
  return { options, fields: hiddenFields(text, action) };
}

const userIdOf = async (email: string): Promise<string> =>
  (await accounts.db.system.query("SELECT id FROM users WHERE email = $1", [email])).rows[0].id;

async function addPasskey(browser: Browser, email: string, more: { readonly verifiesUser?: boolean } = {}) {
  const authenticator = createSoftAuthenticator({ rpId, userId: await userIdOf(email), ...more });
  const { options, fields } = await passkeyFormOf(browser, NEW, NEW);
  const sent = { ...fields, name: "Key", response: authenticator.create(options, PUBLIC_URL) };
  return { authenticator, sent, answer: await browser.post(NEW, sent) };
}

async function signInWith(authenticator: SoftAuthenticator, browser = accounts.browser(), origin = PUBLIC_URL) {
  const { options, fields } = await passkeyFormOf(browser, "/sign-in", SIGN_IN);
  const sent = { ...fields, response: authenticator.use(options, origin) };
  return { sent, browser, answer: await browser.post(SIGN_IN, sent) };
}

describe("a passkey", () => {
  test("signs in without address and password, and is mailed, listed and removable", async () => {
    const owner = await accounts.signUp("passkey@example.com");
    const { authenticator, answer } = await addPasskey(owner, "passkey@example.com");
    expect(answer.location).toBe("/account?done=passkey");
    const signedIn = await signInWith(authenticator);
    expect([signedIn.answer.status, signedIn.answer.location]).toEqual([303, "/"]);
    expect((await signedIn.browser.get("/account")).text).toContain("passkey@example.com");
    expect(await accounts.mailsTo("passkey@example.com")).toContainEqual(
      expect.objectContaining({ change: "passkey_added", detail: "Key" }),
    );
    await owner.fill("/account", { action: "/account/passkeys/remove" });
    expect((await signInWith(authenticator)).answer.status).toBe(422);
  });

  test("does not sign in twice with one signature, nor in another browser", async () => {
    const { authenticator } = await addPasskey(await accounts.signUp("replay@example.com"), "replay@example.com");
    const { sent, browser, answer } = await signInWith(authenticator);
    expect(answer.status).toBe(303);
    expect((await browser.post(SIGN_IN, sent)).status).toBe(403);
    expect((await accounts.browser().post(SIGN_IN, sent)).status).toBe(403);
  });

  test("is refused with the signature of another site, an old counter, or without verifying the person", async () => {
    const owner = await accounts.signUp("phished@example.com");
    const { authenticator } = await addPasskey(owner, "phished@example.com");
    expect((await signInWith(authenticator, accounts.browser(), "https://evil.example")).answer.status).toBe(422);
    await accounts.db.system.query("UPDATE passkeys SET counter = 1000 WHERE credential_id = $1", [
      authenticator.credentialId,
    ]);
    expect((await signInWith(authenticator)).answer.status).toBe(422);
    const { answer } = await addPasskey(owner, "phished@example.com", { verifiesUser: false });
    expect([answer.status, answer.text.includes("could not be verified")]).toEqual([422, true]);
  });

  test.each(["", "{", "null", "{}", '{"id":"x"}', '{"id":"x","response":{}}'])(
    "a response such as %j is refused with a page",
    async (response) => {
      const browser = accounts.browser();
      const { fields } = await passkeyFormOf(browser, "/sign-in", SIGN_IN);
      expect((await browser.post(SIGN_IN, { ...fields, response })).status).toBe(422);
      const owner = await accounts.signUp(`garbage${Buffer.from(response).toString("hex")}@example.com`);
      const created = await passkeyFormOf(owner, NEW, NEW);
      expect((await owner.post(NEW, { ...created.fields, name: "Key", response })).status).toBe(422);
    },
  );

  test("of another account does not confirm the identity", async () => {
    const ada = await accounts.signUp("ada-key@example.com");
    const eve = await accounts.signUp("eve-key@example.com");
    await addPasskey(ada, "ada-key@example.com");
    const { authenticator } = await addPasskey(eve, "eve-key@example.com");
    const path = "/account/confirm/passkey";
    const { options, fields } = await passkeyFormOf(ada, "/account/confirm", path);
    const answer = await ada.post(path, { ...fields, response: authenticator.use(options, PUBLIC_URL) });
    expect([answer.status, answer.text.includes("does not belong to your account")]).toEqual([422, true]);
  });
});

test.each(["http://203.0.113.5:8080", "http://skucast.example"])(
  "at %s, browsers offer no passkeys",
  async (publicUrl) => {
    const other = await openAccountsFixture({ publicUrl, isSecure: false });
    try {
      expect((await other.browser().get("/sign-in")).text).not.toContain("data-passkey");
      const owner = await other.signUp("nowhere@example.com");
      expect((await owner.get("/account")).text).toContain("Passkeys need HTTPS");
      expect((await owner.get(NEW)).status).toBe(404);
    } finally {
      await other.close();
    }
  },
);
