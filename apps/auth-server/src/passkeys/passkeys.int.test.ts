import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { totpCode } from "../second-factor/totp.js";
import { type Browser, hiddenFields } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture, PUBLIC_URL } from "../testing/open-accounts.js";
import type { SoftAuthenticator } from "../testing/soft-authenticator.js";
import { addPasskey as addTo, passkeyFormOf, signInWithPasskey } from "../testing/use-passkeys.js";

const NEW = "/account/passkeys/new";
const SIGN_IN = "/sign-in/passkey";

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

const userIdOf = async (email: string): Promise<string> =>
  (await accounts.db.system.query("SELECT id FROM users WHERE email = $1", [email])).rows[0].id;

const addPasskey = (browser: Browser, email: string, more: { readonly verifiesUser?: boolean } = {}) =>
  addTo(accounts, browser, { email, ...more });

const signInWith = (authenticator: SoftAuthenticator, browser = accounts.browser(), origin = PUBLIC_URL) =>
  signInWithPasskey(browser, authenticator, origin);

const codesIn = (text: string): string[] =>
  [...text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map(([, code = ""]) => code);

describe("a passkey", () => {
  test("signs in without address and password, and is mailed, listed and removable", async () => {
    const owner = await accounts.signUp("passkey@example.com");
    const { authenticator, answer } = await addPasskey(owner, "passkey@example.com");
    expect([answer.status, answer.text.includes("The passkey was added")]).toEqual([200, true]);
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

  test("is refused with a plain page for a challenge that was never issued, expired, was used, or is for another purpose", async () => {
    const owner = await accounts.signUp("challenge@example.com");
    const { authenticator } = await addPasskey(owner, "challenge@example.com");
    const visitor = accounts.browser();
    const { options, fields } = await passkeyFormOf(visitor, "/sign-in", SIGN_IN);
    const confirming = await passkeyFormOf(owner, "/account/confirm", "/account/confirm/passkey");
    const signed = (challenge: string) => authenticator.use({ ...options, challenge }, PUBLIC_URL);
    const invented = "A".repeat(43);
    const { browser, sent: used, answer } = await signInWith(authenticator);
    expect(answer.status).toBe(303);
    const refused = [
      ["never issued", visitor, { ...fields, challenge: invented, response: signed(invented) }],
      ["used", browser, used],
      ["of another purpose", owner, { ...confirming.fields, response: signed(confirming.options.challenge) }],
      ["expired", visitor, { ...fields, response: signed(options.challenge) }],
    ] as const;
    for (const [fault, who, sent] of refused) {
      if (fault === "expired") accounts.passTime(10 * 60_000 + 1);
      const { status, text, headers } = await who.post(SIGN_IN, sent);
      expect([fault, status, headers.get("content-type")]).toEqual([fault, 403, "text/html; charset=utf-8"]);
      expect([text.match(/<h1/g)?.length, text.includes("<form")]).toEqual([1, false]);
    }
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

  test("leaves no session that passed a second factor once it is removed as the last one", async () => {
    const email = "last-key@example.com";
    const owner = await accounts.signUp(email);
    const passed = async () =>
      (
        await accounts.db.system.query(
          "SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 AND s.second_factor_at IS NOT NULL",
          [email],
        )
      ).rows.map(({ id }) => id);
    await addPasskey(owner, email);
    const { authenticator } = await addPasskey(owner, email);
    await signInWith(authenticator);
    const before = await passed();
    expect(before).toHaveLength(2);
    await owner.fill("/account", { action: "/account/passkeys/remove" });
    expect(await passed()).toEqual(before);
    accounts.announced.length = 0;
    await owner.fill("/account", { action: "/account/passkeys/remove" });
    expect(await passed()).toEqual([]);
    expect(accounts.announced.toSorted()).toEqual(before.toSorted());
  });

  test("is needed to change factors once there is one: a password alone adds and removes none", async () => {
    const email = "only-key@example.com";
    const owner = await accounts.signUp(email);
    const { authenticator } = await addPasskey(owner, email);
    const thief = accounts.browser();
    expect((await accounts.signIn(thief, email)).status).toBe(303);
    const { text } = await thief.get("/account");
    for (const path of [
      "/account/authenticator/start",
      "/account/passkeys/remove",
      "/account/password",
      "/account/email",
      "/account/data",
    ]) {
      const { location } = await thief.post(path, hiddenFields(text, path));
      expect([path, location]).toEqual([path, "/account/confirm?return_to=%2Faccount&factor=required"]);
    }
    for (const path of [NEW, "/account/authenticator", "/account/delete"]) {
      const { location } = await thief.get(path);
      expect(location).toBe(`/account/confirm?return_to=${encodeURIComponent(path)}&factor=required`);
      const page = await thief.get(location ?? "");
      expect(page.text).toContain('name="factor" value="required"');
    }
    expect((await thief.post("/account/delete", { email })).location).toContain("factor=required");
    const fields = { present_password: accounts.password };
    await thief.fill("/account/confirm", { action: "/account/confirm", fields });
    const guess = { ...fields, code: "aaaa-bbbb-cccc" };
    const guessed = await thief.fill("/account/confirm?factor=required", { action: "/account/confirm", fields: guess });
    expect(guessed.status).toBe(422);
    expect((await thief.get(NEW)).status).toBe(303);
    const confirm = "/account/confirm/passkey";
    const form = await passkeyFormOf(thief, `/account/confirm?factor=required`, confirm);
    const sent = { ...form.fields, response: authenticator.use(form.options, PUBLIC_URL) };
    expect((await thief.post(confirm, sent)).location).toBe("/account?done=confirmed");
    expect((await thief.get(NEW)).status).toBe(200);
    const chosen = { ...fields, password: "nine green birds fly" };
    const changed = await thief.fill("/account", { action: "/account/password", fields: chosen });
    expect(changed.location).toBe("/account?done=password");
    expect((await thief.get("/account/delete")).status).toBe(200);
  });

  test("shows recovery codes with the first one, which replace it once each when it is lost", async () => {
    const email = "codes@example.com";
    const owner = await accounts.signUp(email);
    const codes = codesIn((await addPasskey(owner, email)).answer.text);
    expect(codes).toHaveLength(10);
    expect((await addPasskey(owner, email)).answer.location).toBe("/account?done=passkey");
    const browser = accounts.browser();
    await accounts.signIn(browser, email);
    const confirm = (code: string | undefined) => {
      const fields = { present_password: accounts.password, code: code ?? "" };
      return browser.fill("/account/confirm?factor=required", { action: "/account/confirm", fields });
    };
    expect((await confirm(codes[0])).location).toBe("/account?done=confirmed");
    expect((await browser.get(NEW)).status).toBe(200);
    expect((await confirm(codes[0])).text).toContain("it was used already");
    expect((await browser.get("/account")).text).toContain("9 of 10 recovery codes left");
    const replaced = await browser.fill("/account", { action: "/account/recovery-codes" });
    expect(codesIn(replaced.text)).toHaveLength(10);
    expect((await confirm(codes[1])).status).toBe(422);
  });

  test("keeps its recovery codes next to an authenticator app, until the last of both is removed", async () => {
    const email = "both@example.com";
    const owner = await accounts.signUp(email);
    await addPasskey(owner, email);
    await owner.fill("/account", { action: "/account/authenticator/start" });
    const { text } = await owner.get("/account/authenticator");
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
    const fields = { code: totpCode(secret, accounts.ctx.clock.now()) };
    const added = await owner.fill("/account/authenticator", { action: "/account/authenticator", fields });
    expect(added.location).toBe("/account?done=authenticator");
    expect((await owner.get("/account?done=authenticator")).text).toContain("The authenticator app is on");
    const codesLeft = async () =>
      (await owner.get("/account")).text.match(/\d+ of 10 recovery codes left/)?.[0] ?? null;
    await owner.fill("/account", { action: "/account/authenticator/remove" });
    expect(await codesLeft()).toBe("10 of 10 recovery codes left");
    await owner.fill("/account", { action: "/account/passkeys/remove" });
    expect(await codesLeft()).toBeNull();
    const sql = "SELECT count(*)::integer AS count FROM recovery_codes WHERE user_id = $1";
    const { rows } = await accounts.db.system.query(sql, [await userIdOf(email)]);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test("is refused if the browser names another account", async () => {
    const email = "handle@example.com";
    const { authenticator } = await addPasskey(await accounts.signUp(email), email);
    const browser = accounts.browser();
    const { options, fields } = await passkeyFormOf(browser, "/sign-in", SIGN_IN);
    const signed = JSON.parse(authenticator.use(options, PUBLIC_URL));
    signed.response.userHandle = Buffer.from("usr_another").toString("base64url");
    expect((await browser.post(SIGN_IN, { ...fields, response: JSON.stringify(signed) })).status).toBe(422);
    expect((await signInWith(authenticator)).answer.status).toBe(303);
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

test("the other ways to sign in follow one another, so that the style sheet keeps space between them", async () => {
  const { text } = await accounts.browser().get("/sign-in");
  expect(text).toMatch(/<form [^>]*data-passkey.*?<\/form>\s*<p><a class="button quiet" href="\/sign-in\/sso/s);
});
