import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ATTEMPT_LIMITS } from "../accounts/attempt-limits.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";

const HOUR_MS = 3_600_000;
const { emailChangePerUser, mailPerAddress, newsPerAddress, newsPerUnprovenAddress } = ATTEMPT_LIMITS;

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

const kindsTo = async (email: string, kinds: readonly string[]) =>
  (await accounts.mailsTo(email)).map(({ kind }) => kind).filter((kind) => kinds.includes(kind));
const newsTo = (email: string) => kindsTo(email, ["new_device", "credentials_changed"]);

/** Signs in with browsers that are all new. */
async function signInOften(email: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await accounts.signIn(accounts.browser(), email)).status).toBe(303);
}

describe("a person who signed up with the address of another person", () => {
  test("causes a limited number of mails to it, of all kinds together", async () => {
    const email = "target@example.com";
    const browser = await accounts.signUpUnconfirmed(email);
    await signInOften(email, newsPerUnprovenAddress.max + 2);
    const fields = { present_password: accounts.password, password: "another long phrase" };
    expect((await browser.fill("/account", { action: "/account/password", fields })).status).toBe(303);
    expect(await newsTo(email)).toHaveLength(newsPerUnprovenAddress.max);
    accounts.passTime(HOUR_MS);
    expect((await accounts.signIn(accounts.browser(), email, fields.password)).status).toBe(303);
    expect(await newsTo(email)).toHaveLength(newsPerUnprovenAddress.max + 1);
  });

  test("cannot flood it by changing the address to one after another", async () => {
    const email = "moving@example.com";
    const browser = await accounts.signUp(email);
    for (let n = 0; n < emailChangePerUser.max + 2; n += 1) {
      const fields = { new_email: `moved${n}@example.com` };
      const { location } = await browser.fill("/account", { action: "/account/email", fields });
      expect(location).toBe("/account?done=email_change");
    }
    expect(await kindsTo(email, ["change_email"])).toHaveLength(emailChangePerUser.max);
  });

  test("cannot flood it by deleting the account and signing up again", async () => {
    const email = "again@example.com";
    for (let n = 0; n < mailPerAddress.max + 2; n += 1) {
      await accounts.signUpUnconfirmed(email);
      await accounts.db.system.query("DELETE FROM users WHERE email = $1", [email]);
    }
    expect(await kindsTo(email, ["verify_email"])).toHaveLength(mailPerAddress.max);
  });
});

test("sign-ins in new browsers do not use up the mails about changed credentials", async () => {
  const email = "proven@example.com";
  const browser = await accounts.signUp(email);
  await signInOften(email, newsPerAddress.max + 2);
  expect(await kindsTo(email, ["new_device"])).toHaveLength(newsPerAddress.max);
  const fields = { present_password: accounts.password, password: "another long phrase" };
  expect((await browser.fill("/account", { action: "/account/password", fields })).status).toBe(303);
  expect(await kindsTo(email, ["credentials_changed"])).toHaveLength(1);
});
