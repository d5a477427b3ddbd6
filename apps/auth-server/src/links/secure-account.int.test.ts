import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { totpCode } from "../second-factor/totp.js";
import type { Browser } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { addPasskey, signInWithPasskey } from "../testing/use-passkeys.js";

/* A thief with the password or a copied session changes how an account signs in. Its owner reads the mail about it. */

const DAY_MS = 86_400_000;
const NEW_PASSWORD = "nine green birds fly";
const AUTHENTICATOR = "/account/authenticator";

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

async function undoPaths(email: string): Promise<string[]> {
  const mails = await accounts.mailsTo(email);
  return mails.flatMap((mail) => (mail.kind === "credentials_changed" && mail.undo ? [mail.undo.path] : []));
}

const secure = (path = "", browser = accounts.browser()) =>
  browser.fill(path, { action: path, fields: { password: NEW_PASSWORD } });

async function addAuthenticator(browser: Browser): Promise<void> {
  await browser.fill("/account", { action: "/account/authenticator/start" });
  const { text } = await browser.get(AUTHENTICATOR);
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
  const code = totpCode(secret, accounts.ctx.clock.now());
  const { status } = await browser.fill(AUTHENTICATOR, { action: AUTHENTICATOR, fields: { code } });
  expect([200, 303]).toContain(status);
}

async function factorsOf(email: string) {
  const { rows } = await accounts.db.system.query(
    `SELECT (SELECT array_agg(name ORDER BY created_at) FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
       totp_enabled_at IS NOT NULL AS "hasApp",
       (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = u.id) AS codes
     FROM users u WHERE email = $1`,
    [email],
  );
  return rows[0];
}

async function actionsOf(email: string): Promise<string[]> {
  const { rows } = await accounts.db.system.query<{ action: string }>(
    "SELECT e.action FROM account_events e JOIN users u ON u.id = e.user_id WHERE u.email = $1 ORDER BY e.at, e.action",
    [email],
  );
  return rows.map(({ action }) => action);
}

describe("the link in a mail about changed credentials", () => {
  test("removes all that a thief added, signs the thief out, and sets a new password", async () => {
    const email = "robbed@example.com";
    const thief = await accounts.signUp(email);
    const { authenticator } = await addPasskey(accounts, thief, { email, name: "Thief" });
    accounts.passTime(60_000);
    await addAuthenticator(thief);
    const paths = await undoPaths(email);
    expect(paths).toHaveLength(2);
    const owner = accounts.browser();
    const { text } = await owner.get(paths.at(-1) ?? "");
    expect(text).toMatch(/Passkey: Thief.*Authenticator app.*Recovery codes/s);
    const done = await secure(paths.at(-1), owner);
    expect(done.text).toMatch(/Your password was changed.*This was removed.*Passkey: Thief/s);
    expect(await factorsOf(email)).toEqual({ passkeys: null, hasApp: false, codes: 0 });
    expect((await thief.get("/account")).status).toBe(303);
    expect((await signInWithPasskey(accounts.browser(), authenticator)).answer.status).toBe(422);
    expect((await accounts.signIn(thief, email)).status).toBe(422);
    expect((await accounts.signIn(owner, email, NEW_PASSWORD)).status).toBe(303);
    expect(await actionsOf(email)).toEqual(
      expect.arrayContaining(["passkey_removed", "authenticator_removed", "password_reset"]),
    );
    for (const path of paths) expect((await accounts.browser().get(path)).status).toBe(404);
  });

  test("works after the thief has changed the password, and after the owner has reset it", async () => {
    const email = "locked-out@example.com";
    const thief = await accounts.signUp(email);
    await addPasskey(accounts, thief, { email });
    const [path] = await undoPaths(email);
    accounts.passTime(60_000);
    const fields = { present_password: accounts.password, password: "eight blue fish swim" };
    await thief.fill("/account", { action: "/account/password", fields });
    await accounts.browser().fill("/forgot-password", { action: "/forgot-password", fields: { email } });
    const mails = await accounts.mailsTo(email);
    const reset = mails.findLast((mail) => mail.kind === "reset_password");
    const resetPath = reset?.kind === "reset_password" ? reset.path : "";
    await accounts.browser().fill(resetPath, { action: resetPath, fields: { password: "seven red cats jump" } });
    expect((await secure(path)).status).toBe(200);
    expect((await factorsOf(email)).passkeys).toBeNull();
    expect((await accounts.signIn(accounts.browser(), email, NEW_PASSWORD)).status).toBe(303);
  });

  test("keeps the second factors from before", async () => {
    const email = "careful@example.com";
    const owner = await accounts.signUp(email);
    await addPasskey(accounts, owner, { email, name: "Mine" });
    accounts.passTime(4 * DAY_MS);
    const browser = accounts.browser();
    const before = await factorsOf(email);
    await accounts.browser().fill("/forgot-password", { action: "/forgot-password", fields: { email } });
    const reset = (await accounts.mailsTo(email)).findLast((mail) => mail.kind === "reset_password");
    const resetPath = reset?.kind === "reset_password" ? reset.path : "";
    await browser.fill(resetPath, { action: resetPath, fields: { password: "seven red cats jump" } });
    const path = (await undoPaths(email)).at(-1);
    expect((await browser.get(path ?? "")).text).not.toContain("Mine");
    expect((await secure(path)).status).toBe(200);
    expect(await factorsOf(email)).toEqual(before);
  });

  test("goes to no former address, which no longer reaches the account", async () => {
    const email = "former@example.com";
    const next = "next@example.com";
    const owner = await accounts.signUp(email);
    await owner.fill("/account", { action: "/account/email", fields: { new_email: next } });
    for (const address of [email, next]) {
      const mail = (await accounts.mailsTo(address)).findLast((each) => each.kind === "change_email");
      const path = mail?.kind === "change_email" ? mail.path : "";
      await owner.fill(path, { action: path });
    }
    expect(await accounts.mailsTo(email)).toContainEqual(
      expect.objectContaining({ change: "email_changed", undo: null }),
    );
  });
});
