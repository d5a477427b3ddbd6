import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { type Browser, type BrowserPage, hiddenFields } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";

/* Every kind of mailed link, and every way in which it does not work. */

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

const DAY_MS = 86_400_000;
const FORM_LIFE_MS = DAY_MS / 2;
const PASSWORD = "nine green birds fly";
let people = 0;

const newAddress = (): string => {
  people += 1;
  return `person${people}@links.example`;
};

async function pathOf(to: string, kind: AccountMail["kind"]): Promise<string> {
  const mail = (await accounts.mailsTo(to)).findLast((each) => each.kind === kind);
  if (mail === undefined || !("path" in mail)) throw new Error(`no ${kind} mail to ${to}`);
  return mail.path;
}

async function changePath(side: "from" | "to"): Promise<Requested> {
  const email = newAddress();
  const next = newAddress();
  const browser = await accounts.signUp(email);
  await browser.fill("/account", { action: "/account/email", fields: { new_email: next } });
  return { browser, path: await pathOf(side === "from" ? email : next, "change_email") };
}

interface Requested {
  readonly path: string;
  /** The browser that is signed in to the account. */
  readonly browser: Browser;
}

interface LinkKind {
  /** Causes a mail and resolves with the path of its link. */
  readonly request: () => Promise<Requested>;
  /** Fields of the form that uses it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The status of the answer to it. Default: 200. */
  readonly usedStatus?: number;
  readonly lifeMs: number;
}

const KINDS: Readonly<Record<string, LinkKind>> = {
  "reset-password": {
    request: async () => {
      const email = newAddress();
      const browser = await accounts.signUp(email);
      await browser.fill("/forgot-password", { action: "/forgot-password", fields: { email } });
      return { browser, path: await pathOf(email, "reset_password") };
    },
    fields: { password: PASSWORD },
    lifeMs: DAY_MS / 24,
  },
  "sign-up": {
    request: async () => {
      const email = newAddress();
      const browser = accounts.browser();
      await browser.fill("/sign-up", { action: "/sign-up", fields: { email } });
      return { browser, path: await pathOf(email, "sign_up") };
    },
    fields: { name: "Ada", password: PASSWORD, workspace: "Lamps" },
    usedStatus: 303,
    lifeMs: DAY_MS / 24,
  },
  "verify-email": {
    request: async () => {
      const email = newAddress();
      const browser = await accounts.signUpUnconfirmed(email);
      return { browser, path: await pathOf(email, "verify_email") };
    },
    lifeMs: 2 * DAY_MS,
  },
  "secure-account": {
    request: async () => {
      const email = newAddress();
      const browser = await accounts.signUp(email);
      const fields = { present_password: accounts.password, password: "eight blue fish swim" };
      await browser.fill("/account", { action: "/account/password", fields });
      const mail = (await accounts.mailsTo(email)).findLast((each) => each.kind === "credentials_changed");
      return { browser, path: (mail?.kind === "credentials_changed" && mail.undo?.path) || "" };
    },
    fields: { password: PASSWORD },
    lifeMs: 3 * DAY_MS,
  },
  "change-email/from": { request: () => changePath("from"), lifeMs: DAY_MS },
  "change-email/to": { request: () => changePath("to"), lifeMs: DAY_MS },
};

/** A page of the product with one heading, which says what is wrong and offers nothing that could not work. */
function expectPlainPage(page: BrowserPage, status = 404): void {
  expect([page.status, page.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  expect(page.text).toContain('<html lang="en">');
  expect(page.text).not.toMatch(/<form|undefined|\{"|stack/);
}

async function expectUseless(path: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const browser = accounts.browser();
  expectPlainPage(await browser.get(path));
  // Without the page there is no form, so a sent one is forged.
  expectPlainPage(await browser.post(path, { ...fields, form_token: "forged" }), 403);
}

describe.each(Object.entries(KINDS))("a link %s", (folder, { request, fields = {}, usedStatus = 200, lifeMs }) => {
  test("that was never issued, or is malformed, gets a plain page", async () => {
    for (const token of ["x", "A".repeat(43), "%3Cscript%3E", "%00", "..%2f..", "A".repeat(5_000)])
      await expectUseless(`/${folder}/${token}`);
  });

  test("that expired gets a plain page, also for a form that was opened before", async () => {
    const { path, browser } = await request();
    const form = hiddenFields((await browser.get(path)).text, path);
    accounts.passTime(lifeMs + 1);
    await expectUseless(path, fields);
    expectPlainPage(await browser.post(path, { ...form, ...fields }), lifeMs < FORM_LIFE_MS ? 409 : 403);
  });

  test("that was used gets a plain page, also for the form that used it", async () => {
    const { path, browser } = await request();
    const form = hiddenFields((await browser.get(path)).text, path);
    expect((await browser.post(path, { ...form, ...fields })).status).toBe(usedStatus);
    await expectUseless(path, fields);
    expectPlainPage(await browser.post(path, { ...form, ...fields }), 409);
  });

  test("of another kind gets a plain page, and stays usable", async () => {
    for (const [other, { request: requestOther, fields: sent = {}, usedStatus: status = 200 }] of Object.entries(
      KINDS,
    )) {
      if (other === folder) continue;
      const { path, browser } = await requestOther();
      await expectUseless(path.replace(`/${other}/`, `/${folder}/`), fields);
      expect((await browser.fill(path, { action: path, fields: sent })).status).toBe(status);
    }
  });

  test("whose account was deleted gets a plain page", async () => {
    const { path } = await request();
    await accounts.db.system.query("DELETE FROM users WHERE email LIKE '%@links.example'");
    // No account belongs to a link that creates one.
    if (folder === "sign-up") expect((await accounts.browser().get(path)).status).toBe(200);
    else await expectUseless(path, fields);
  });
});

test.each([
  ["reset-password", "/forgot-password"],
  ["secure-account", "/forgot-password"],
  ["sign-up", "/sign-up"],
  ["verify-email", null],
])("the page for a bad link %s leads to a new one without a sign-in: %s", async (folder, path) => {
  const { text } = await accounts.browser().get(`/${folder}/${"A".repeat(43)}`);
  expect(/<a href="(\/forgot-password|\/sign-up)"/.exec(text)?.[1] ?? null).toBe(path);
});
