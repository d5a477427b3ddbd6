import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { inSystem } from "@skucast/db/database";
import { confirmSession } from "@skucast/db/sessions/confirm-session";
import { insertSession } from "@skucast/db/sessions/insert-session";
import { eventually } from "@skucast/testkit/eventually";
import { type Browser, hiddenFields } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { totpCode } from "./totp.js";

const PATH = "/account/authenticator";
const CODES = "/account/recovery-codes";
const REMOVE = "/account/authenticator/remove";

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

const userIdOf = async (email: string): Promise<string> =>
  (await accounts.db.system.query("SELECT id FROM users WHERE email = $1", [email])).rows[0].id;

/** The form that turns an authenticator app on, filled in. */
async function filledForm(browser: Browser): Promise<Record<string, string>> {
  await browser.fill("/account", { action: "/account/authenticator/start" });
  const { text } = await browser.get(PATH);
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
  return { ...hiddenFields(text, PATH), code: totpCode(secret, accounts.ctx.clock.now()) };
}

async function protect(email: string): Promise<Browser> {
  const browser = await accounts.signUp(email);
  expect((await browser.post(PATH, await filledForm(browser))).status).toBe(200);
  return browser;
}

/** Starts all requests while the person's row is locked, and lets them go on once each of them waits. */
async function race<T>(userId: string, requests: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { db } = accounts;
  const started = await inSystem(db, async (client) => {
    await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
    const answers = requests.map((request) => request());
    const sql = `SELECT count(DISTINCT l.pid)::integer AS count FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE NOT l.granted AND a.datname = current_database()`;
    await eventually(async () => (await db.system.query(sql)).rows[0].count === requests.length);
    return { answers };
  });
  return Promise.all(started.answers);
}

async function stateOf(userId: string) {
  const { rows } = await accounts.db.system.query(
    `SELECT (totp_enabled_at IS NOT NULL) AS app,
       (SELECT count(*)::integer FROM recovery_codes WHERE user_id = u.id) AS codes,
       (SELECT count(*)::integer FROM sessions
        WHERE user_id = u.id AND ended_at IS NULL AND second_factor_at IS NOT NULL) AS passed
     FROM users u WHERE id = $1`,
    [userId],
  );
  return rows[0];
}

describe("requests at once", () => {
  test("that replace the recovery codes leave one set", async () => {
    const browser = await protect("codes@example.com");
    const userId = await userIdOf("codes@example.com");
    const form = hiddenFields((await browser.get("/account")).text, CODES);
    const answers = await race(userId, [() => browser.post(CODES, form), () => browser.post(CODES, form)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stateOf(userId)).toEqual({ app: true, codes: 10, passed: 1 });
  });

  test("that replace the recovery codes and remove the authenticator app leave no codes without an app", async () => {
    const browser = await protect("mixed@example.com");
    const userId = await userIdOf("mixed@example.com");
    const { text } = await browser.get("/account");
    const codes = hiddenFields(text, CODES);
    const remove = hiddenFields(text, REMOVE);
    const answers = await race(userId, [() => browser.post(REMOVE, remove), () => browser.post(CODES, codes)]);
    expect(answers[0]?.status).toBe(303);
    expect([200, 409]).toContain(answers[1]?.status);
    expect(await stateOf(userId)).toEqual({ app: false, codes: 0, passed: 0 });
  });

  test("of two browsers that know only the password add one first factor", async () => {
    const email = "thief@example.com";
    const owner = await accounts.signUp(email);
    const thief = accounts.browser();
    await accounts.signIn(thief, email);
    const userId = await userIdOf(email);
    const form = await filledForm(owner);
    const ofThief = { ...form, ...hiddenFields((await thief.get(PATH)).text, PATH) };
    const answers = await race(userId, [() => owner.post(PATH, form), () => thief.post(PATH, ofThief)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await stateOf(userId)).toEqual({ app: true, codes: 10, passed: 1 });
  });

  test("that sign in or confirm with a factor while it is removed do not count as having passed one", async () => {
    const browser = await protect("gone@example.com");
    const userId = await userIdOf("gone@example.com");
    await browser.fill("/account", { action: REMOVE });
    const now = accounts.ctx.clock.now();
    const { rows } = await accounts.db.system.query("SELECT id FROM sessions WHERE user_id = $1", [userId]);
    const proof = { id: rows[0].id, userId, now, hasSecondFactor: true };
    expect(await inSystem(accounts.db, (client) => confirmSession(client, proof))).toBe(true);
    const session = { id: "ses_late", secretHash: Buffer.from("late"), expiresAt: new Date(now.getTime() + 60_000) };
    const unknown = { ip: undefined, userAgent: undefined };
    await insertSession(accounts.db, { ...session, ...unknown, userId, now, hasSecondFactor: true });
    expect(await stateOf(userId)).toEqual({ app: false, codes: 0, passed: 0 });
  });
});
