import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";

let accounts: AccountsFixture;

beforeAll(async () => {
  accounts = await openAccountsFixture({ mails: "none" });
});
afterAll(() => accounts.close());

const sessionsOf = async (email: string) =>
  (
    await accounts.db.system.query(
      "SELECT s.* FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 ORDER BY s.created_at, s.id",
      [email],
    )
  ).rows;

describe("signing up without a mail server", () => {
  test("creates an account with its own workspace, an audit entry, and a session in that workspace", async () => {
    const browser = await accounts.signUp("ada@example.com");
    const { rows } = await accounts.db.system.query(
      `SELECT u.id, u.name, u.password_hash, m.role, m.workspace_id, w.name AS workspace FROM users u
       JOIN memberships m ON m.user_id = u.id JOIN workspaces w ON w.id = m.workspace_id WHERE u.email = 'ada@example.com'`,
    );
    expect(rows).toMatchObject([{ name: "Ada Example", role: "owner", workspace: "Lamps" }]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(await sessionsOf("ada@example.com")).toMatchObject([{ current_workspace_id: rows[0].workspace_id }]);
    const page = await browser.get("/account");
    expect(page.status).toBe(200);
    expect(page.text).toContain("ada@example.com");
    expect(page.text).toContain("Firefox on Linux");
  });

  test("shows all errors next to their fields, keeps the entered values except the password, and stores nothing", async () => {
    const browser = accounts.browser();
    const fields = { name: " ", email: "not-an-address", password: "short", workspace: "x".repeat(101) };
    const answer = await browser.fill("/sign-up", { action: "/sign-up", fields });
    expect(answer.status).toBe(422);
    for (const field of ["name", "email", "password", "workspace"]) {
      expect(answer.text).toMatch(new RegExp(`aria-describedby="[^"]*${field}-error"`));
      expect(answer.text).toContain(`<a href="#${field}">`);
    }
    expect(answer.text).toContain('value="not-an-address"');
    expect(answer.text).not.toContain('value="short"');
    expect((await accounts.db.system.query("SELECT FROM users WHERE email LIKE 'not-an%'")).rowCount).toBe(0);
  });

  test.each([
    ["short", "ada2@example.com", "short pas"],
    ["its own address", "long.enough@example.com", "Long.Enough@example.com"],
    ["a common password", "ada3@example.com", "Password123"],
    ["made of two common words", "pieces@example.com", "Manchester-United"],
    ["the name of the service and digits", "context@example.com", "skucast-2026!"],
    ["its own name and digits", "context.of.it@example.com", "context.of.it-1234"],
    ["one character again and again", "ada4@example.com", "aaaaaaaaaaaaaa"],
    ["too long", "ada5@example.com", "ab".repeat(101)],
  ])("rejects a password that is %s", async (_, email, password) => {
    const answer = await accounts
      .browser()
      .fill("/sign-up", { action: "/sign-up", fields: { name: "A", email, password, workspace: "W" } });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('id="password-error"');
    expect((await accounts.db.system.query("SELECT FROM users WHERE email = lower($1)", [email])).rowCount).toBe(0);
  });

  test("rejects a name without a visible character, which would name no one in mails and lists", async () => {
    const fields = {
      name: "\u200b\u202e",
      email: "unseen@example.com",
      password: accounts.password,
      workspace: "\u2060",
    };
    const { status, text } = await accounts.browser().fill("/sign-up", { action: "/sign-up", fields });
    expect(status).toBe(422);
    for (const field of ["name", "workspace"]) expect(text).toContain(`id="${field}-error"`);
  });

  test("rejects names with characters that change the direction of text, and names the character", async () => {
    const fields = {
      name: "\u202eadA",
      email: "bidi@example.com",
      password: accounts.password,
      workspace: "Sh\u200bop",
    };
    const { status, text } = await accounts.browser().fill("/sign-up", { action: "/sign-up", fields });
    expect(status).toBe(422);
    for (const code of ["U+202E", "U+200B"]) expect(text).toContain(`it contains the invisible character ${code}`);
  });

  test("rejects an email address with an account, in any letter case, and keeps its password", async () => {
    const before = await accounts.db.system.query("SELECT password_hash FROM users WHERE email = 'ada@example.com'");
    const fields = { name: "Eve", email: " ADA@Example.com ", password: "another long one", workspace: "Eve" };
    const answer = await accounts.browser().fill("/sign-up", { action: "/sign-up", fields });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("already has an account");
    const after = await accounts.db.system.query("SELECT password_hash FROM users WHERE email = 'ada@example.com'");
    expect(after.rows).toEqual(before.rows);
    expect((await accounts.db.system.query("SELECT FROM workspaces WHERE name = 'Eve'")).rowCount).toBe(0);
  });

  test("succeeds once for two concurrent requests with one email address", async () => {
    const fields = { name: "Twin", email: "twin@example.com", password: "seven blue lamps", workspace: "Twins" };
    const answers = await Promise.all(
      [1, 2].map(() => accounts.browser().fill("/sign-up", { action: "/sign-up", fields })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect((await accounts.db.system.query("SELECT FROM workspaces WHERE name = 'Twins'")).rowCount).toBe(1);
  });

  test("is limited per network, which bounds the cost of hashing", async () => {
    const headers = { "X-Forwarded-For": "198.51.100.1" };
    for (let i = 0; i < 19; i += 1) {
      await checkAttemptLimit(accounts.ctx, ATTEMPT_LIMITS.signUpPerNetwork, headers["X-Forwarded-For"]);
    }
    const fields = { name: "A", email: "ada@example.com", password: "seven blue lamps", workspace: "W" };
    const ask = () => accounts.browser().fill("/sign-up", { action: "/sign-up", fields, headers });
    expect((await ask()).status).toBe(422);
    const refused = await ask();
    expect(refused.status).toBe(429);
    const left = Number(refused.headers.get("retry-after"));
    expect(left).toBeLessThanOrEqual(3_600);
    accounts.passTime(left * 1_000);
    expect((await ask()).status).toBe(422);
  });
});
