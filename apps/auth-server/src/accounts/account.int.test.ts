import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { hiddenFields } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";

const SESSION = "__Host-skc_session";
let accounts: AccountsFixture;

beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

const liveSessionsOf = async (email: string): Promise<string[]> => {
  const { rows } = await accounts.db.system.query<{ id: string }>(
    `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 AND s.ended_at IS NULL
     ORDER BY s.created_at, s.id`,
    [email],
  );
  return rows.map(({ id }) => id);
};
const currentWorkspaceOf = async (email: string): Promise<string> => {
  const { rows } = await accounts.db.system.query(
    `SELECT s.current_workspace_id AS id FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE u.email = $1 AND s.ended_at IS NULL`,
    [email],
  );
  return rows[0]?.id;
};

describe("the account page", () => {
  test("requires a session; without one, redirects to sign-in and back", async () => {
    const visitor = accounts.browser();
    const answer = await visitor.get("/account/workspaces/new?return_to=%2Fconnect%2Fabc");
    expect(answer.location).toBe(
      `/sign-in?return_to=${encodeURIComponent("/account/workspaces/new?return_to=%2Fconnect%2Fabc")}`,
    );
    expect((await visitor.post("/account/password", { password: "x" })).location).toBe("/sign-in?return_to=%2Faccount");
  });

  test.each([
    "skc_ss_wrong",
    "x".repeat(9_000),
    "skc_sk_0000000000000000000000000000000000000000000000000",
    '"><script>',
  ])("is not shown for an invalid session cookie (%#)", async (secret) => {
    const browser = accounts.browser();
    browser.cookies.set(SESSION, secret);
    expect((await browser.get("/account")).status).toBe(303);
  });

  test("is not shown for a session secret in a cookie name that other hosts can set", async () => {
    const browser = await accounts.signUp("tossed@example.com");
    const secret = browser.cookies.get(SESSION) ?? "";
    const other = accounts.browser();
    other.cookies.set("skc_session", secret);
    expect((await other.get("/account")).status).toBe(303);
  });
});

describe("sessions", () => {
  test("are listed with device and IP address, can be ended one by one, and other processes are notified", async () => {
    const here = await accounts.signUp("list@example.com");
    const there = accounts.browser();
    // The clock is fixed between sign-ins, and the order of two sessions of the same millisecond is undefined.
    accounts.passTime(1);
    await there.fill("/sign-in", {
      action: "/sign-in",
      fields: { email: "list@example.com", password: accounts.password },
      headers: { "User-Agent": "Mozilla/5.0 (iPhone) Safari/605.1", "X-Forwarded-For": "203.0.113.77" },
    });
    const page = await here.get("/account");
    expect(page.text).toContain("Safari on iPhone");
    expect(page.text).toContain("203.0.113.77");
    const [, other = ""] = await liveSessionsOf("list@example.com");
    const fields = { ...hiddenFields(page.text, "/account/sessions/end"), session: other };
    expect((await here.post("/account/sessions/end", fields)).location).toBe("/account?done=session");
    expect((await there.get("/account")).status).toBe(303);
    expect((await here.get("/account")).status).toBe(200);
    expect(accounts.announced).toContain(other);
  });

  test("of another user cannot be ended", async () => {
    const ada = await accounts.signUp("ada@example.com");
    const eve = await accounts.signUp("eve@example.com");
    await accounts.signIn(accounts.browser(), "eve@example.com");
    const [session = ""] = await liveSessionsOf("ada@example.com");
    const fields = hiddenFields((await eve.get("/account")).text, "/account/sessions/end");
    await eve.post("/account/sessions/end", { ...fields, session });
    expect((await ada.get("/account")).status).toBe(200);
    expect(accounts.announced).not.toContain(session);
  });

  test("can all be ended except the current one", async () => {
    const here = await accounts.signUp("everywhere@example.com");
    const others = [accounts.browser(), accounts.browser()];
    for (const other of others) await accounts.signIn(other, "everywhere@example.com");
    const ended = (await liveSessionsOf("everywhere@example.com")).slice(1);
    const answer = await here.fill("/account", { action: "/account/sessions/end-others" });
    expect(answer.location).toBe("/account?done=others");
    for (const other of others) expect((await other.get("/account")).status).toBe(303);
    expect((await here.get("/account?done=others")).text).toContain("You were signed out of all other browsers.");
    expect(accounts.announced).toEqual(expect.arrayContaining(ended));
  });
});

describe("changing the password", () => {
  const change = (browser: Awaited<ReturnType<AccountsFixture["signUp"]>>, present: string, password: string) =>
    browser.fill("/account", { action: "/account/password", fields: { present_password: present, password } });

  test("ends all other sessions, gives this one a new secret, and invalidates the old password", async () => {
    const here = await accounts.signUp("change@example.com");
    const there = accounts.browser();
    await accounts.signIn(there, "change@example.com");
    const before = here.cookies.get(SESSION);
    const ended = await liveSessionsOf("change@example.com");
    expect(ended).toHaveLength(2);
    expect((await change(here, accounts.password, "nine green birds")).location).toBe("/account?done=password");
    expect((await there.get("/account")).status).toBe(303);
    expect((await here.get("/account")).status).toBe(200);
    expect(here.cookies.get(SESSION)).not.toBe(before);
    const old = accounts.browser();
    old.cookies.set(SESSION, before ?? "");
    expect((await old.get("/account")).status).toBe(303);
    expect(accounts.announced).toEqual(expect.arrayContaining(ended));
    expect((await accounts.signIn(accounts.browser(), "change@example.com")).status).toBe(422);
    expect((await accounts.signIn(accounts.browser(), "change@example.com", "nine green birds")).status).toBe(303);
  });

  test("requires the current password and a valid new one, and reports all errors at once", async () => {
    const here = await accounts.signUp("errors@example.com");
    const empty = await change(here, "", "short");
    expect(empty.status).toBe(422);
    expect(empty.text).toContain('id="present_password-error"');
    expect(empty.text).toContain('id="password-error"');
    const wrong = await change(here, "not the present one", "nine green birds");
    expect([wrong.status, wrong.text.includes("The current password is incorrect.")]).toEqual([422, true]);
    expect((await accounts.signIn(accounts.browser(), "errors@example.com")).status).toBe(303);
  });

  test("rejects the current password as the new one, in any Unicode form, and changes nothing", async () => {
    const here = await accounts.signUp("same@example.com");
    for (const password of [accounts.password, accounts.password.replace("lamps", "\uff4camps")]) {
      const same = await change(here, accounts.password, password);
      expect([same.status, same.text.includes("Choose a password that differs from the current one.")]).toEqual([
        422,
        true,
      ]);
    }
    expect((await here.get("/account")).status).toBe(200);
  });

  test("has to wait longer after each wrong current password in a session, which delays no other session", async () => {
    const here = await accounts.signUp("guess@example.com");
    const there = accounts.browser();
    await accounts.signIn(there, "guess@example.com");
    for (let i = 0; i < 6; i += 1) {
      expect((await change(here, "not the present one", "nine green birds")).status).toBe(422);
    }
    const refused = await change(here, accounts.password, "nine green birds");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(refused.text).toContain("Wait 5 seconds, then try again.");
    expect((await change(there, accounts.password, "nine green birds")).status).toBe(303);
  });

  test("succeeds once for two concurrent requests", async () => {
    const here = await accounts.signUp("twice@example.com");
    const fields = hiddenFields((await here.get("/account")).text, "/account/password");
    const answers = await Promise.all(
      ["nine green birds", "four red boats"].map((password) =>
        here.post("/account/password", { ...fields, present_password: accounts.password, password }),
      ),
    );
    const done = answers.filter(({ location }) => location === "/account?done=password");
    expect(done).toHaveLength(1);
  });
});

describe("workspaces", () => {
  test("can be created, with an audit entry of the user and the origin, and become the current workspace", async () => {
    const browser = await accounts.signUp("founder@example.com");
    const answer = await browser.fill("/account/workspaces/new?return_to=/connect/abc", {
      action: "/account/workspaces/new",
      fields: { workspace: "  Second  " },
      headers: { "X-Forwarded-For": "203.0.113.9" },
    });
    expect(answer.location).toBe("/connect/abc");
    const id = await currentWorkspaceOf("founder@example.com");
    const { rows } = await accounts.db.system.query("SELECT name FROM workspaces WHERE id = $1", [id]);
    expect(rows).toEqual([{ name: "Second" }]);
    expect(await accounts.auditOf(id)).toMatchObject([
      { action: "workspace.created", object_id: id, ip: "203.0.113.9", user_agent: expect.stringContaining("Firefox") },
    ]);
  });

  test.each(["", "   ", "x".repeat(101), "a\u0000b", "line\nbreak"])("cannot be called %j", async (name) => {
    const browser = accounts.browser();
    await accounts.signIn(browser, "ada@example.com");
    const answer = await browser.fill("/account/workspaces/new", {
      action: "/account/workspaces/new",
      fields: { workspace: name },
    });
    expect([answer.status, answer.text.includes('id="workspace-error"')]).toEqual([422, true]);
  });

  test("can be switched only to the user's own workspaces", async () => {
    const browser = await accounts.signUp("switcher@example.com");
    const first = await currentWorkspaceOf("switcher@example.com");
    await browser.fill("/account/workspaces/new", {
      action: "/account/workspaces/new",
      fields: { workspace: "Second" },
    });
    const fields = hiddenFields((await browser.get("/account")).text, "/account/workspaces/switch");
    expect(fields.workspace).toBe(first);
    const foreign = await currentWorkspaceOf("founder@example.com");
    const refused = await browser.post("/account/workspaces/switch", { ...fields, workspace: foreign });
    expect(refused.status).toBe(404);
    expect(await currentWorkspaceOf("switcher@example.com")).not.toBe(foreign);
    const [session] = await liveSessionsOf("switcher@example.com");
    accounts.announced.length = 0;
    expect((await browser.post("/account/workspaces/switch", fields)).location).toBe("/account?done=switched");
    expect(await currentWorkspaceOf("switcher@example.com")).toBe(first);
    expect(accounts.announced).toEqual([session]);
  });

  test("are limited to 20 per owner, also for concurrent requests", async () => {
    const browser = await accounts.signUp("greedy@example.com");
    const fields = hiddenFields((await browser.get("/account/workspaces/new")).text, "/account/workspaces/new");
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, i) =>
        browser.post("/account/workspaces/new", { ...fields, workspace: `Workspace ${i}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(19);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });
});
