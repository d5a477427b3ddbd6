import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { totpCode } from "../second-factor/totp.js";
import { type Browser, hiddenFields } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";

/*
 * With a copied session a thief could add a passkey of their own and keep the account for good. So each change of
 * credentials needs a proof of minutes ago, by the second factor if the account has one.
 */

const TOO_LONG_MS = LIMITS.credentialChangeMinutes * 60_000 + 1;
const PAGES = ["/account/passkeys/new", "/account/authenticator", "/account/delete"];
const FORMS = ["/account/authenticator/start", "/account/email"];

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

/** As if the person had last proven who they are too long ago, with the named columns of the proof. */
async function provenTooLongAgo(email: string, columns: readonly string[]): Promise<void> {
  const at = new Date(accounts.ctx.clock.now().getTime() - TOO_LONG_MS);
  const set = columns.map((column) => `${column} = $2`).join(", ");
  await accounts.db.system.query(
    `UPDATE sessions SET ${set} FROM users u WHERE u.id = sessions.user_id AND u.email = $1`,
    [email, at],
  );
}

/** The pages to which the pages and forms for changes of credentials lead. */
async function destinationsOf(browser: Browser, forms: readonly string[]): Promise<string[]> {
  const { text } = await browser.get("/account");
  const leads: string[] = [];
  for (const path of PAGES) leads.push((await browser.get(path)).location ?? path);
  for (const path of forms) leads.push((await browser.post(path, hiddenFields(text, path))).location ?? path);
  return leads.map(
    (location) => location.split("?")[0] + (location.includes("factor=required") ? " with a factor" : ""),
  );
}

describe("credentials change only after a proof of minutes ago", () => {
  test("by the password, for an account without a second factor", async () => {
    const email = "copied@example.com";
    const browser = await accounts.signUp(email);
    expect((await browser.get("/account/passkeys/new")).status).toBe(200);
    await provenTooLongAgo(email, ["authenticated_at"]);
    const leads = await destinationsOf(browser, FORMS);
    expect(leads).toEqual([...PAGES, ...FORMS].map(() => "/account/confirm"));
    const fields = { present_password: accounts.password };
    await browser.fill("/account/confirm", { action: "/account/confirm", fields });
    expect((await browser.get("/account/passkeys/new")).status).toBe(200);
  });

  test("by the second factor, for an account that has one: a password of minutes ago is not enough", async () => {
    const email = "copied-factor@example.com";
    const browser = await accounts.signUp(email);
    await browser.fill("/account", { action: "/account/authenticator/start" });
    const { text } = await browser.get("/account/authenticator");
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
    const code = totpCode(secret, accounts.ctx.clock.now());
    await browser.fill("/account/authenticator", { action: "/account/authenticator", fields: { code } });
    expect((await browser.get("/account/passkeys/new")).status).toBe(200);
    await provenTooLongAgo(email, ["second_factor_at"]);
    const forms = ["/account/authenticator/remove", "/account/recovery-codes", "/account/email"];
    const leads = await destinationsOf(browser, forms);
    expect(leads).toEqual([...PAGES, ...forms].map(() => "/account/confirm with a factor"));
  });
});
