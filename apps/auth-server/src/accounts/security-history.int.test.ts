import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { appendAccountEvent, pruneAccountEvents } from "@skucast/db/accounts/account-events";
import { totpCode } from "../second-factor/totp.js";
import { type Browser, hiddenFields, unescaped } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { addPasskey as addTo } from "../testing/use-passkeys.js";

const HISTORY = "/account/history";
const AUTHENTICATOR = "/account/authenticator";
const STEP_MS = 30_000;
const DAY_MS = 86_400_000;

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

const userIdOf = async (email: string): Promise<string> =>
  (await accounts.db.system.query("SELECT id FROM users WHERE email = $1", [email])).rows[0]?.id;

/** The entries of the page, the newest first, each without where and when. */
async function historyOf(browser: Browser): Promise<string[]> {
  const { text } = await browser.get(HISTORY);
  return [...text.matchAll(/<li><p><strong>([\s\S]*?)<br>/g)].map(([, entry = ""]) =>
    unescaped(entry.replace(/<[^>]+>/g, "")),
  );
}

async function workspacesOf(userId: string): Promise<string[]> {
  const { rows } = await accounts.db.system.query(
    "SELECT workspace_id FROM memberships WHERE user_id = $1 ORDER BY workspace_id",
    [userId],
  );
  return rows.map((row) => row.workspace_id);
}

/** What the audit log of a workspace says about its members' accounts. */
async function learnedBy(workspaceId: string) {
  const entries = await accounts.auditOf(workspaceId);
  return entries.filter(({ action }) =>
    /^member\.(password|authenticator|recovery|passkey|email)/.test(String(action)),
  );
}

async function addAuthenticator(browser: Browser): Promise<{ secret: string; codes: string[] }> {
  await browser.fill("/account", { action: "/account/authenticator/start" });
  const { text } = await browser.get(AUTHENTICATOR);
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
  const code = totpCode(secret, accounts.ctx.clock.now());
  const answer = await browser.fill(AUTHENTICATOR, { action: AUTHENTICATOR, fields: { code } });
  accounts.passTime(STEP_MS);
  return { secret, codes: [...answer.text.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, each = ""]) => each) };
}

async function addPasskey(browser: Browser, email: string, name: string): Promise<void> {
  expect((await addTo(accounts, browser, { email, name })).answer.status).toBe(303);
}

describe("changes of an account", () => {
  const email = "ada@history.example";
  let browser: Browser;
  let workspaces: string[];

  beforeAll(async () => {
    browser = await accounts.signUp(email);
    accounts.passTime(1);
    await browser.fill("/account/workspaces/new", {
      action: "/account/workspaces/new",
      fields: { workspace: "Second" },
    });
    workspaces = await workspacesOf(await userIdOf(email));
    expect(workspaces).toHaveLength(2);
    const { codes } = await addAuthenticator(browser);
    const elsewhere = accounts.browser();
    const asked = await accounts.signIn(elsewhere, email);
    await elsewhere.post("/sign-in/code", { ...hiddenFields(asked.text, "/sign-in/code"), code: codes[0] ?? "" });
    accounts.passTime(1);
    await browser.fill("/account", { action: "/account/sessions/end" });
    accounts.passTime(1);
    await addPasskey(browser, email, "Ada's secret phone");
    accounts.passTime(1);
    await browser.fill("/account", { action: "/account/passkeys/remove" });
    accounts.passTime(1);
    await browser.fill("/account", { action: "/account/authenticator/remove" });
    accounts.passTime(1);
    const passwords = { present_password: accounts.password, password: "another long phrase" };
    await browser.fill("/account", { action: "/account/password", fields: passwords });
    accounts.passTime(1);
  });

  test("are in the history of the person, the newest first, with where and when", async () => {
    const entries = await historyOf(browser);
    expect(entries.slice(0, 5)).toEqual([
      "Password changed",
      "Authenticator app removed",
      "Passkey removed · Ada's secret phone",
      "Passkey added · Ada's secret phone",
      "Another browser signed out · Firefox on Linux",
    ]);
    // One request causes both, at the same time.
    const atOnce = ["Recovery code used", "Signed in · with the password and a code"];
    expect(entries.slice(5, 7).sort()).toEqual(atOnce);
    expect(entries.slice(7)).toEqual(["Authenticator app added", "Account created"]);
    const { text } = await browser.get(HISTORY);
    expect(text).toMatch(/Firefox on Linux · (127\.0\.0\.1|::ffff:127\.0\.0\.1) · <time datetime="/);
  });

  test("that workspaces have to know are in the audit log of each of them, without more", async () => {
    for (const workspaceId of workspaces) {
      const learned = await learnedBy(workspaceId);
      expect(learned.map(({ action, details }) => [action, details])).toEqual([
        ["member.authenticator_added", { has_second_factor: true }],
        ["member.passkey_added", { has_second_factor: true }],
        ["member.passkey_removed", { has_second_factor: true }],
        ["member.authenticator_removed", { has_second_factor: false }],
        ["member.password_changed", { has_second_factor: false }],
      ]);
      for (const entry of learned) {
        expect(entry).toMatchObject({ ip: null, user_agent: null, request_id: null, actor: { type: "user", email } });
        expect(entry.object_id).toBe((entry.actor as { id: string }).id);
        expect(JSON.stringify(entry)).not.toContain("secret phone");
      }
      expect(accounts.hinted).toContain(`${workspaceId} audit_entry`);
    }
  });

  test("of another person are in neither", async () => {
    const other = await accounts.signUp("bo@history.example");
    expect(await historyOf(other)).toEqual(["Account created"]);
    const [workspaceId = ""] = await workspacesOf(await userIdOf("bo@history.example"));
    expect(await learnedBy(workspaceId)).toEqual([]);
  });
});

test("a changed address names the former one to the workspaces, and is in the history with the request", async () => {
  const email = "old@history.example";
  const browser = await accounts.signUp(email);
  accounts.passTime(1);
  const fields = { new_email: "new@history.example" };
  await browser.fill("/account", { action: "/account/email", fields });
  accounts.passTime(1);
  for (const address of [email, fields.new_email]) {
    const mail = (await accounts.mailsTo(address)).find(({ kind }) => kind === "change_email");
    const { path } = mail as { path: string };
    await browser.fill(path, { action: path });
    accounts.passTime(1);
  }
  expect(await historyOf(browser)).toEqual([
    "Email address changed · new@history.example",
    "Change of the email address requested · new@history.example",
    "Account created",
  ]);
  const [workspaceId = ""] = await workspacesOf(await userIdOf(fields.new_email));
  expect(await learnedBy(workspaceId)).toMatchObject([
    { action: "member.email_changed", details: { previous: email }, actor: { email: fields.new_email } },
  ]);
});

test("a reset says that a link was used, and that the factors of an unconfirmed account are gone", async () => {
  const email = "reset@history.example";
  const browser = await accounts.signUpUnconfirmed(email);
  await addAuthenticator(browser);
  await browser.fill("/forgot-password", { action: "/forgot-password", fields: { email } });
  const { path } = (await accounts.mailsTo(email)).find(({ kind }) => kind === "reset_password") as { path: string };
  expect((await browser.fill(path, { action: path, fields: { password: "another long phrase" } })).status).toBe(200);
  const [workspaceId = ""] = await workspacesOf(await userIdOf(email));
  expect((await learnedBy(workspaceId)).at(-1)).toMatchObject({
    action: "member.password_changed",
    details: { by_link: true, has_second_factor: false },
  });
});

test("a history shows 100 entries, keeps 500 of one kind, and forgets them after a year", async () => {
  const email = "busy@history.example";
  const browser = await accounts.signUp(email);
  const userId = await userIdOf(email);
  const started = accounts.ctx.clock.now();
  const origin = { ip: undefined, userAgent: undefined };
  for (let i = 1; i <= 510; i += 1) {
    const now = new Date(started.getTime() + i);
    await appendAccountEvent(accounts.db.system, { userId, action: "signed_in", origin, now });
  }
  const count = async (): Promise<number> =>
    (await accounts.db.system.query("SELECT count(*)::int AS n FROM account_events WHERE user_id = $1", [userId]))
      .rows[0].n;
  expect(await count()).toBe(501);
  expect(await historyOf(browser)).toHaveLength(100);
  expect((await browser.get(HISTORY)).text).toContain("Only the latest 100 entries are shown.");
  expect(await pruneAccountEvents(accounts.db, new Date(started.getTime() - DAY_MS))).toBe(false);
  expect(await count()).toBe(501);
  await pruneAccountEvents(accounts.db, new Date(started.getTime() + DAY_MS));
  expect(await count()).toBe(0);
});

test("the data of a person is a file for the person alone, who proved recently who they are", async () => {
  const email = "data@history.example";
  const browser = await accounts.signUp(email);
  const answer = await browser.fill("/account", { action: "/account/data" });
  expect([answer.status, answer.headers.get("content-disposition"), answer.headers.get("cache-control")]).toEqual([
    200,
    'attachment; filename="account.json"',
    "no-store",
  ]);
  const data = JSON.parse(answer.text);
  expect(data).toMatchObject({ account: { email }, memberships: [{ role: "owner" }], browsers: [{}] });
  expect(data.security_history).toMatchObject([{ action: "account_created" }]);
  expect(answer.text).not.toMatch(/argon2|skc_/);
  expect((await browser.post("/account/data", {})).status).toBe(403);
  const fields = hiddenFields((await browser.get("/account")).text, "/account/data");
  accounts.passTime(3_600_001);
  expect((await browser.post("/account/data", fields)).location).toContain("/account/confirm");
  expect((await accounts.browser().post("/account/data", fields)).location).toContain("/sign-in");
});
