import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { hiddenFields } from "../testing/browser.js";
import { openAccounts, type TestAccounts } from "../testing/open-accounts.js";
import { ATTEMPT_LIMITS, countTry } from "./attempt-limits.js";
import { waitingTime } from "./waiting-time.js";

const SESSION = "__Host-skc_session";
let accounts: TestAccounts;

beforeAll(async () => {
  accounts = await openAccounts();
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

describe("the page of an account", () => {
  test("is for who is signed in; others are led to sign in and back", async () => {
    const stranger = accounts.browser();
    const answer = await stranger.get("/account/workspaces/new?return_to=%2Fconnect%2Fabc");
    expect(answer.location).toBe(
      `/sign-in?return_to=${encodeURIComponent("/account/workspaces/new?return_to=%2Fconnect%2Fabc")}`,
    );
    expect((await stranger.post("/account/password", { password: "x" })).location).toBe(
      "/sign-in?return_to=%2Faccount",
    );
  });

  test.each([
    "skc_ss_wrong",
    "x".repeat(9_000),
    "skc_sk_0000000000000000000000000000000000000000000000000",
    '"><script>',
  ])("is not shown for a cookie that is no session (%#)", async (secret) => {
    const browser = accounts.browser();
    browser.cookies.set(SESSION, secret);
    expect((await browser.get("/account")).status).toBe(303);
  });

  test("is not shown for a session's secret under the name that other hosts can set", async () => {
    const browser = await accounts.signUp("tossed@example.com");
    const secret = browser.cookies.get(SESSION) ?? "";
    const other = accounts.browser();
    other.cookies.set("skc_session", secret);
    expect((await other.get("/account")).status).toBe(303);
  });
});

describe("sessions", () => {
  test("are listed with device and address, and can be ended one by one; others are told", async () => {
    const [here, there] = [await accounts.signUp("list@example.com"), accounts.browser()];
    // The clock stands between sign-ins: of two sessions of one millisecond nobody knows which is the second.
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

  test("of another person cannot be ended", async () => {
    const [ada, eve] = [await accounts.signUp("ada@example.com"), await accounts.signUp("eve@example.com")];
    await accounts.signIn(accounts.browser(), "eve@example.com");
    const [session = ""] = await liveSessionsOf("ada@example.com");
    const fields = hiddenFields((await eve.get("/account")).text, "/account/sessions/end");
    await eve.post("/account/sessions/end", { ...fields, session });
    expect((await ada.get("/account")).status).toBe(200);
    expect(accounts.announced).not.toContain(session);
  });

  test("can be ended everywhere else at once", async () => {
    const here = await accounts.signUp("everywhere@example.com");
    const others = [accounts.browser(), accounts.browser()];
    for (const other of others) await accounts.signIn(other, "everywhere@example.com");
    const ended = (await liveSessionsOf("everywhere@example.com")).slice(1);
    const answer = await here.fill("/account", { action: "/account/sessions/end-others" });
    expect(answer.location).toBe("/account?done=others");
    for (const other of others) expect((await other.get("/account")).status).toBe(303);
    expect((await here.get("/account?done=others")).text).toContain("All other browsers are signed out.");
    expect(accounts.announced).toEqual(expect.arrayContaining(ended));
  });
});

describe("changing the password", () => {
  const change = (browser: Awaited<ReturnType<TestAccounts["signUp"]>>, present: string, password: string) =>
    browser.fill("/account", { action: "/account/password", fields: { present_password: present, password } });

  test("ends every other session, gives this one a new secret, and the old password opens nothing", async () => {
    const [here, there] = [await accounts.signUp("change@example.com"), accounts.browser()];
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

  test("asks for the present one and for a good new one, and tells all faults at once", async () => {
    const here = await accounts.signUp("faults@example.com");
    const empty = await change(here, "", "short");
    expect(empty.status).toBe(422);
    expect(empty.text).toContain('id="present_password-fault"');
    expect(empty.text).toContain('id="password-fault"');
    const wrong = await change(here, "not the present one", "nine green birds");
    expect([wrong.status, wrong.text.includes("This is not your present password.")]).toEqual([422, true]);
    expect((await accounts.signIn(accounts.browser(), "faults@example.com")).status).toBe(303);
  });

  test("asks for another one than the present, in whatever form it is typed, and leaves all as it is", async () => {
    const here = await accounts.signUp("same@example.com");
    for (const password of [accounts.password, accounts.password.replace("lamps", "\uff4camps")]) {
      const same = await change(here, accounts.password, password);
      expect([same.status, same.text.includes("Use another password than the present one.")]).toEqual([422, true]);
    }
    expect((await here.get("/account")).status).toBe(200);
  });

  test("cannot be used to guess the present one: after 10 wrong ones it waits", async () => {
    const here = await accounts.signUp("guess@example.com");
    const { rows } = await accounts.db.system.query("SELECT id FROM users WHERE email = 'guess@example.com'");
    for (let i = 0; i < 9; i += 1) await countTry(accounts.ctx, ATTEMPT_LIMITS.passwordPerUser, rows[0].id);
    expect((await change(here, "not the present one", "nine green birds")).status).toBe(422);
    const refused = await change(here, accounts.password, "nine green birds");
    const left = Number(refused.headers.get("retry-after"));
    expect([refused.status, left > 0 && left <= 900]).toEqual([429, true]);
    expect(refused.text).toContain(`Wait ${waitingTime(left)}, then try again.`);
    accounts.passTime(left * 1_000);
    expect((await change(here, accounts.password, "nine green birds")).status).toBe(303);
  });

  test("twice at once succeeds once", async () => {
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
  test("can be created, with an audit entry of who did it from where, and the session works there at once", async () => {
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
    expect([answer.status, answer.text.includes('id="workspace-fault"')]).toEqual([422, true]);
  });

  test("can be switched between one's own alone", async () => {
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

  test("are at most 20 of one owner, also when many are asked for at once", async () => {
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
