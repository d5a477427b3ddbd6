import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "./attempt-limits.js";

const SESSION = "__Host-skc_session";
let accounts: AccountsFixture;
let clientCount = 0;

beforeAll(async () => {
  accounts = await openAccountsFixture();
  await accounts.signUp("ada@example.com");
});
afterAll(() => accounts.close());

/** A new network address for each test, so that tests do not use up each other's attempts. */
const newClient = () => {
  clientCount += 1;
  return { "X-Forwarded-For": `198.51.100.${clientCount}` };
};
/** Records earlier attempts. */
async function countUp(limit: Parameters<typeof checkAttemptLimit>[1], subject: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) expect(await checkAttemptLimit(accounts.ctx, limit, subject)).toBe(0);
}
const sessionsOf = async (email: string) =>
  (
    await accounts.db.system.query(
      "SELECT s.* FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 ORDER BY s.created_at, s.id",
      [email],
    )
  ).rows;

describe("signing in", () => {
  test("redirects to the requested page and sets a cookie that scripts and other hosts cannot read", async () => {
    const browser = accounts.browser();
    const page = await browser.get("/sign-in?return_to=/account/workspaces/new");
    const answer = await accounts.signIn(browser, "Ada@example.com", undefined, "/connect/abc?x=1");
    expect(page.text).toContain('value="/account/workspaces/new"');
    expect([answer.status, answer.location]).toEqual([303, "/connect/abc?x=1"]);
    const line = answer.headers.getSetCookie().find((each) => each.startsWith(`${SESSION}=skc_ss_`)) ?? "";
    expect(line).toMatch(/; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(line).toContain("Max-Age=2592000");
    expect(line).not.toContain("Domain");
  });

  test("stores only the SHA-256 of the secret", async () => {
    const browser = accounts.browser();
    await accounts.signIn(browser, "ada@example.com");
    const secret = browser.cookies.get(SESSION) ?? "";
    expect(secret).toMatch(/^skc_ss_[0-9A-Za-z]{49}$/);
    const text = JSON.stringify(await sessionsOf("ada@example.com"));
    expect(text).not.toContain(secret);
    expect(accounts.log.join("")).not.toContain(secret);
  });

  test("issues a new secret each time, and invalidates planted and former ones", async () => {
    const browser = accounts.browser();
    await accounts.signIn(browser, "ada@example.com");
    const planted = browser.cookies.get(SESSION) ?? "";
    const fresh = accounts.browser();
    const page = await fresh.get("/sign-in");
    fresh.cookies.set(SESSION, planted);
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    await fresh.post("/sign-in", { form_token: token, email: "ada@example.com", password: accounts.password });
    expect(fresh.cookies.get(SESSION)).not.toBe(planted);
    expect((await browser.get("/account")).status).toBe(303);
    expect((await fresh.get("/account")).status).toBe(200);
  });

  test("shows the same message for a wrong password and for an unknown email address", async () => {
    const answers = await Promise.all(
      ["ada@example.com", "unknown@example.com"].map(async (email) => {
        const answer = await accounts.signIn(accounts.browser(), email, "a wrong password");
        return answer.text.replaceAll(email, "").replace(/\w+\.[\w-]{43}|[\w-]{43}(?=&quot;|")/g, "");
      }),
    );
    expect(answers[0]).toContain("The email address or password is incorrect.");
    expect(answers[0]).toBe(answers[1]);
  });

  test("hashes a password for an unknown email address as well", async () => {
    const before = accounts.verifiedHashes.length;
    for (const email of ["ada@example.com", "nobody2@example.com"]) {
      await accounts.signIn(accounts.browser(), email, "a wrong password");
    }
    expect(accounts.verifiedHashes.slice(before)).toEqual([expect.stringMatching(/^\$argon2id\$/), null]);
  });

  const guess = (
    email: string,
    headers: Record<string, string>,
    password = "a wrong password",
    who = accounts.browser(),
  ) => who.fill("/sign-in", { action: "/sign-in", fields: { email, password }, headers });

  test("has to wait longer after each failure from a network, also with the right password", async () => {
    await accounts.signUp("locked@example.com");
    const headers = newClient();
    const attempts = Array.from({ length: 5 }, () => guess("locked@example.com", headers));
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(Array(5).fill(422));
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      expect((await guess("locked@example.com", headers)).status).toBe(422);
      const refused = await guess("locked@example.com", headers, accounts.password);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, `${seconds}`]);
      accounts.passTime(seconds * 1_000);
    }
    expect((await guess("locked@example.com", headers)).status).toBe(422);
    const page = await guess("locked@example.com", headers);
    expect(page.text).toContain("Wait 15 minutes, then try again.");
    accounts.passTime(900_000);
    expect((await guess("locked@example.com", headers, accounts.password)).status).toBe(303);
    for (let i = 0; i < 5; i += 1) expect((await guess("locked@example.com", headers)).status).toBe(422);
  });

  test("is not delayed by failures from other networks, and an IPv6 /64 is one network", async () => {
    await accounts.signUp("apart@example.com");
    const from = (address: string) => ({ "X-Forwarded-For": address });
    for (let i = 0; i < 6; i += 1) await guess("apart@example.com", from(`2001:db8:7:1::${i + 1}`));
    expect((await guess("apart@example.com", from("2001:db8:7:1:ffff::1"))).status).toBe(429);
    expect((await guess("apart@example.com", from("2001:db8:7:2::1"), accounts.password)).status).toBe(303);
    expect((await guess("other@example.com", from("2001:db8:7:1::1"))).status).toBe(422);
  });

  test("succeeds on a known device although its network and its account are blocked", async () => {
    const known = await accounts.signUp("owner@example.com");
    await known.fill("/sign-out", { action: "/sign-out" });
    const headers = newClient();
    accounts.passTime(900_000);
    await countUp(ATTEMPT_LIMITS.signInPerNetwork, headers["X-Forwarded-For"], 50);
    await countUp(ATTEMPT_LIMITS.signInPerAccount, "owner@example.com", 100);
    for (let i = 0; i < 6; i += 1) await guess("owner@example.com", headers);
    const unknown = [
      await guess("owner@example.com", headers, accounts.password),
      await guess("owner@example.com", newClient(), accounts.password),
    ];
    expect(unknown.map(({ status }) => status)).toEqual([429, 429]);
    expect((await guess("owner@example.com", headers, accounts.password, known)).status).toBe(303);
  });

  test("is delayed on a known device by its own failures alone", async () => {
    const known = await accounts.signUp("device@example.com");
    await known.fill("/sign-out", { action: "/sign-out" });
    const headers = newClient();
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await guess("device@example.com", headers, "wrong", known)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
    expect((await guess("device@example.com", headers, accounts.password)).status).toBe(303);
    accounts.passTime(5_000);
    expect((await guess("device@example.com", headers, accounts.password, known)).status).toBe(303);
  });

  test("on a device that is known to another account, or with a forged cookie, is one on an unknown device", async () => {
    const other = await accounts.signUp("someone@example.com");
    await accounts.signUp("target@example.com");
    const cookie = other.cookies.get("__Host-skc_device") ?? "";
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    const [id = "", mac = ""] = cookie.split(".");
    const forged = ["x".repeat(22), id].flatMap((device) => [
      `${device}.${mac}`,
      `${device}.${"A".repeat(43)}`,
      device,
    ]);
    accounts.passTime(900_000);
    await countUp(ATTEMPT_LIMITS.signInPerAccount, "target@example.com", 100);
    for (const sent of [...forged, cookie, "", "a.b.c"]) {
      const browser = accounts.browser();
      browser.cookies.set("__Host-skc_device", sent);
      expect((await guess("target@example.com", newClient(), accounts.password, browser)).status).toBe(429);
    }
  });

  test("remembers the last five accounts of a device for a year", async () => {
    const browser = accounts.browser();
    const emails = Array.from({ length: 6 }, (_, i) => `shared${i}@example.com`);
    for (const email of emails) {
      await accounts.signUp(email);
      browser.cookies.delete(SESSION);
      const answer = await accounts.signIn(browser, email);
      const line = answer.headers.getSetCookie().find((each) => each.startsWith("__Host-skc_device=")) ?? "";
      expect(line).toMatch(/Max-Age=31536000; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    }
    browser.cookies.delete(SESSION);
    accounts.passTime(900_000);
    for (const [i, email] of emails.entries()) {
      await countUp(ATTEMPT_LIMITS.signInPerAccount, email, 100);
      expect((await guess(email, newClient(), "a wrong password", browser)).status).toBe(i === 0 ? 429 : 422);
    }
  });

  test("is blocked after 50 failures from a network for any accounts, without locking those accounts for others", async () => {
    const headers = newClient();
    accounts.passTime(900_000);
    await countUp(ATTEMPT_LIMITS.signInPerNetwork, headers["X-Forwarded-For"], 48);
    for (let i = 0; i < 2; i += 1) {
      const fields = { email: `guess${i}@example.com`, password: "a wrong password" };
      const answer = await accounts.browser().fill("/sign-in", { action: "/sign-in", fields, headers });
      expect(answer.status).toBe(422);
    }
    const fields = { email: "ada@example.com", password: accounts.password };
    const here = await accounts.browser().fill("/sign-in", { action: "/sign-in", fields, headers });
    const elsewhere = await accounts.browser().fill("/sign-in", { action: "/sign-in", fields, headers: newClient() });
    expect([here.status, elsewhere.status]).toEqual([429, 303]);
    const victim = { email: "victim@example.com", password: "a wrong password" };
    for (let i = 0; i < 11; i += 1)
      await accounts.browser().fill("/sign-in", { action: "/sign-in", fields: victim, headers });
    const other = await accounts
      .browser()
      .fill("/sign-in", { action: "/sign-in", fields: victim, headers: newClient() });
    expect(other.status).toBe(422);
  });

  test("clears earlier failures when it succeeds, and does not count itself", async () => {
    accounts.passTime(900_000);
    const headers = newClient();
    await countUp(ATTEMPT_LIMITS.signInPerAccount, "locked@example.com", 99);
    await countUp(ATTEMPT_LIMITS.signInPerNetwork, headers["X-Forwarded-For"], 49);
    const fields = { email: "locked@example.com", password: accounts.password };
    for (let i = 0; i < 2; i += 1) {
      const answer = await accounts.browser().fill("/sign-in", { action: "/sign-in", fields, headers });
      expect(answer.status).toBe(303);
    }
  });

  test("stores no entered email address in the counts", async () => {
    const { rows } = await accounts.db.system.query(
      "SELECT key FROM attempt_counts UNION SELECT key FROM attempt_delays",
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toContain("@");
  });
});

describe("a session", () => {
  test("ends after 7 days without use, and after 30 days in any case", async () => {
    await accounts.signUp("time@example.com");
    const idle = accounts.browser();
    const used = accounts.browser();
    await accounts.signIn(idle, "time@example.com");
    await accounts.signIn(used, "time@example.com");
    const dayMs = 24 * 3_600_000;
    accounts.passTime(6 * dayMs);
    expect((await used.get("/account")).status).toBe(200);
    accounts.passTime(1.1 * dayMs);
    expect([(await idle.get("/account")).status, (await used.get("/account")).status]).toEqual([303, 200]);
    for (let day = 0; day < 3; day += 1) {
      accounts.passTime(6 * dayMs);
      expect((await used.get("/account")).status).toBe(200);
    }
    accounts.passTime(5 * dayMs);
    expect((await used.get("/account")).status).toBe(303);
  });

  test("is ended by signing out: its row ends, its cookie is deleted, other processes are notified", async () => {
    const browser = await accounts.signUp("out@example.com");
    const secret = browser.cookies.get(SESSION) ?? "";
    const answer = await browser.fill("/sign-out", { action: "/sign-out" });
    expect(answer.status).toBe(200);
    expect(browser.cookies.has(SESSION)).toBe(false);
    const [row] = await sessionsOf("out@example.com");
    expect(row.ended_at).not.toBeNull();
    expect(accounts.announced).toContain(row.id);
    browser.cookies.set(SESSION, secret);
    expect((await browser.get("/account")).location).toBe("/sign-in?return_to=%2Faccount");
  });

  test("is not ended by following a link", async () => {
    const browser = await accounts.signUp("link@example.com");
    expect((await browser.get("/sign-out")).text).toContain("Sign out?");
    expect((await browser.get("/account")).status).toBe(200);
  });

  test("is one of at most 50; the least recently used one is ended for the next", async () => {
    const first = await accounts.signUp("many@example.com");
    const { rows } = await accounts.db.system.query("SELECT id FROM users WHERE email = 'many@example.com'");
    await accounts.db.system.query(
      `INSERT INTO sessions (id, secret_hash, user_id, created_at, last_used_at, expires_at)
       SELECT 'ses_' || n, sha256(n::text::bytea), $1, $2, $2, $3 FROM generate_series(1, 49) n`,
      [rows[0].id, new Date(accounts.ctx.clock.now().getTime() + 1000), new Date(Date.now() + 40 * 24 * 3_600_000 * 2)],
    );
    expect((await first.get("/account")).status).toBe(200);
    accounts.passTime(5_000);
    await accounts.signIn(accounts.browser(), "many@example.com");
    expect((await first.get("/account")).status).toBe(303);
  });
});
