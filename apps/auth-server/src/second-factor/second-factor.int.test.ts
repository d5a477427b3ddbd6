import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type Browser, hiddenFields } from "../testing/browser.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { totpCode } from "./totp.js";

const PATH = "/account/authenticator";
const STEP_MS = 30_000;
const HOUR_MS = 3_600_000;

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

interface Protected {
  readonly browser: Browser;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

const codeOf = (secret: string): string => totpCode(secret, accounts.ctx.clock.now());

/** Signs up a person and adds an authenticator app. */
async function protect(email: string): Promise<Protected> {
  const browser = await accounts.signUp(email);
  await browser.fill("/account", { action: "/account/authenticator/start" });
  const { text } = await browser.get(PATH);
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
  const answer = await browser.fill(PATH, { action: PATH, fields: { code: codeOf(secret) } });
  expect(answer.status).toBe(200);
  const recoveryCodes = [...answer.text.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, code = ""]) => code);
  accounts.passTime(STEP_MS);
  return { browser, secret, recoveryCodes };
}

/** Enters address and password; the answer is the page that asks for the code. */
async function startSignIn(email: string) {
  const browser = accounts.browser();
  const page = await accounts.signIn(browser, email, accounts.password, "/products");
  return { browser, page, fields: () => hiddenFields(page.text, "/sign-in/code") };
}

async function signInWith(email: string, code: string) {
  const { browser, fields } = await startSignIn(email);
  return { browser, answer: await browser.post("/sign-in/code", { ...fields(), code }) };
}

describe("an authenticator app", () => {
  test("is asked for at sign-in, ends the other sessions when it is added, and is mailed", async () => {
    const other = accounts.browser();
    const email = "totp@example.com";
    await accounts.signUp(email);
    await accounts.signIn(other, email);
    const browser = accounts.browser();
    await accounts.signIn(browser, email);
    await browser.fill("/account", { action: "/account/authenticator/start" });
    const { text } = await browser.get(PATH);
    expect(text).toContain("<svg");
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
    expect((await browser.fill(PATH, { action: PATH, fields: { code: "000000" } })).status).toBe(422);
    expect((await browser.fill(PATH, { action: PATH, fields: { code: codeOf(secret) } })).status).toBe(200);
    expect((await other.get("/account")).status).toBe(303);
    accounts.passTime(STEP_MS);
    const started = await startSignIn(email);
    expect([started.page.status, (await started.browser.get("/account")).status]).toEqual([200, 303]);
    const done = await started.browser.post("/sign-in/code", { ...started.fields(), code: codeOf(secret) });
    expect([done.status, done.location]).toEqual([303, "/products"]);
    expect(await accounts.mailsTo(email)).toContainEqual(expect.objectContaining({ change: "authenticator_added" }));
  });

  test("a code works once, also for concurrent requests, and an earlier code not after a later one", async () => {
    const { secret } = await protect("once@example.com");
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => signInWith("once@example.com", code)));
    expect(answers.filter(({ answer }) => answer.status === 303)).toHaveLength(1);
    accounts.passTime(STEP_MS);
    expect((await signInWith("once@example.com", code)).answer.status).toBe(422);
    expect((await signInWith("once@example.com", codeOf(secret))).answer.status).toBe(303);
  });

  test("a recovery code replaces it once, with or without hyphens", async () => {
    const { recoveryCodes } = await protect("recover@example.com");
    expect(recoveryCodes).toHaveLength(10);
    const [first = "", second = ""] = recoveryCodes;
    expect((await signInWith("recover@example.com", first)).answer.status).toBe(303);
    expect((await signInWith("recover@example.com", first)).answer.status).toBe(422);
    expect((await signInWith("recover@example.com", second.replaceAll("-", ""))).answer.status).toBe(303);
  });

  test("each used recovery code is mailed, with how many are left; a wrong one is not", async () => {
    const email = "mailed-code@example.com";
    const { recoveryCodes } = await protect(email);
    for (const code of [recoveryCodes[0], recoveryCodes[0], recoveryCodes[1]]) await signInWith(email, code ?? "");
    const mails = (await accounts.mailsTo(email)).filter(({ kind }) => kind === "recovery_code_used");
    expect(mails).toEqual([9, 8].map((left) => expect.objectContaining({ left, device: "Firefox on Linux" })));
  });

  test("wrong codes are limited per person", async () => {
    const { secret } = await protect("guessed@example.com");
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await signInWith("guessed@example.com", "123456")).answer.status);
    expect([statuses.slice(0, 10), statuses[10]]).toEqual([Array(10).fill(422), 429]);
    expect((await signInWith("guessed@example.com", codeOf(secret))).answer.status).toBe(429);
    accounts.passTime(HOUR_MS);
    expect((await signInWith("guessed@example.com", codeOf(secret))).answer.status).toBe(303);
  });

  test("several wrong codes after the right password are mailed, once a day, and are in the history", async () => {
    const email = "known-password@example.com";
    const { browser, recoveryCodes } = await protect(email);
    const mailed = async () => (await accounts.mailsTo(email)).filter(({ kind }) => kind === "wrong_codes");
    const enter = async (codes: readonly string[]) => {
      for (const code of codes) expect((await signInWith(email, code)).answer.status).toBe(422);
    };
    await enter(["000000", "AAAA-AAAA-AAAA", "123456", "654321"]);
    expect(await mailed()).toEqual([]);
    // The right code does not make up for the wrong ones.
    expect((await signInWith(email, recoveryCodes[0] ?? "")).answer.status).toBe(303);
    await Promise.all(["111111", "222222"].map((code) => signInWith(email, code)));
    await enter(["333333"]);
    expect(await mailed()).toEqual([expect.objectContaining({ device: "Firefox on Linux" })]);
    const { text } = await browser.get("/account/history");
    expect(text.match(/Email sent: several wrong codes after the right password/g)).toHaveLength(1);
    accounts.passTime(25 * HOUR_MS);
    await enter(["000000", "AAAA-AAAA-AAAA", "123456", "654321"]);
    accounts.passTime(HOUR_MS);
    await enter(["000000", "AAAA-AAAA-AAAA", "123456", "654321"]);
    expect(await mailed()).toHaveLength(1);
    await enter(["000000"]);
    expect(await mailed()).toHaveLength(2);
  });

  test("several wrong codes where a session confirms the password are mailed as well", async () => {
    const email = "confirmed-password@example.com";
    const { browser } = await protect(email);
    const path = "/account/confirm";
    for (let i = 0; i < 5; i += 1) {
      const fields = { present_password: accounts.password, code: "000000" };
      expect((await browser.fill(path, { action: path, fields })).status).toBe(422);
    }
    expect((await accounts.mailsTo(email)).filter(({ kind }) => kind === "wrong_codes")).toHaveLength(1);
  });

  test("wrong codes elsewhere lock no one out of a device that is known to the account, and are in its history", async () => {
    const email = "known-device@example.com";
    const { browser, secret } = await protect(email);
    for (let i = 0; i < 11; i += 1) await signInWith(email, "123456");
    expect((await signInWith(email, codeOf(secret))).answer.status).toBe(429);
    await browser.fill("/sign-out", { action: "/sign-out" });
    const page = await accounts.signIn(browser, email);
    const fields = hiddenFields(page.text, "/sign-in/code");
    expect((await browser.post("/sign-in/code", { ...fields, code: codeOf(secret) })).status).toBe(303);
    const { text } = await browser.get("/account/history");
    expect(text.match(/Wrong code entered after the right password/g)).toHaveLength(10);
  });

  test("a code that is wrong, old, used, or another person's is refused on the page that asks for it", async () => {
    const email = "refused-code@example.com";
    const { secret, recoveryCodes } = await protect(email);
    const other = await protect("other-codes@example.com");
    const [used = ""] = recoveryCodes;
    expect((await signInWith(email, used)).answer.status).toBe(303);
    const old = totpCode(secret, new Date(accounts.ctx.clock.now().getTime() - 3 * STEP_MS));
    const codes = ["000000", "AAAA-AAAA-AAAA", old, used, codeOf(other.secret), other.recoveryCodes[0] ?? ""];
    for (const code of codes) {
      const { status, text, headers } = (await signInWith(email, code)).answer;
      expect([code, status, headers.get("content-type")]).toEqual([code, 422, "text/html; charset=utf-8"]);
      expect([text.match(/<h1/g)?.length, text.includes("The code is wrong")]).toEqual([1, true]);
    }
    // Another person's code is not used up.
    expect((await signInWith("other-codes@example.com", codeOf(other.secret))).answer.status).toBe(303);
  });

  test("the form for the code is void in another browser, for another person, later, and with a new password", async () => {
    const { secret } = await protect("bound@example.com");
    const { browser, fields } = await startSignIn("bound@example.com");
    const sent = { ...fields(), code: codeOf(secret) };
    expect((await accounts.browser().post("/sign-in/code", sent)).status).toBe(403);
    await protect("other@example.com");
    const { rows } = await accounts.db.system.query("SELECT id FROM users WHERE email = 'other@example.com'");
    expect((await browser.post("/sign-in/code", { ...sent, user: rows[0].id })).status).toBe(403);
    expect((await browser.post("/sign-in/code", { ...sent, user: "usr_nobody" })).status).toBe(403);
    accounts.passTime(11 * 60_000);
    expect((await browser.post("/sign-in/code", { ...sent, code: codeOf(secret) })).status).toBe(403);
    const again = await startSignIn("bound@example.com");
    await accounts.db.system.query("UPDATE users SET password_hash = 'changed' WHERE email = 'bound@example.com'");
    const late = await again.browser.post("/sign-in/code", { ...again.fields(), code: codeOf(secret) });
    expect(late.status).toBe(403);
  });

  test("can be removed, and its recovery codes be replaced", async () => {
    const { browser, recoveryCodes } = await protect("remove@example.com");
    const replaced = await browser.fill("/account", { action: "/account/recovery-codes" });
    expect(replaced.text).not.toContain(recoveryCodes[0]);
    expect((await signInWith("remove@example.com", recoveryCodes[0] ?? "")).answer.status).toBe(422);
    await browser.fill("/account", { action: "/account/authenticator/remove" });
    expect((await accounts.signIn(accounts.browser(), "remove@example.com")).status).toBe(303);
    const { rows } = await accounts.db.system.query(
      "SELECT FROM recovery_codes JOIN users u ON u.id = user_id WHERE u.email = 'remove@example.com'",
    );
    expect(rows).toEqual([]);
  });

  test("its secret is stored sealed", async () => {
    const { secret, recoveryCodes } = await protect("at-rest@example.com");
    const dump = await accounts.dump();
    for (const each of [secret, ...recoveryCodes]) expect(dump).not.toContain(each);
  });
});

describe("confirming the identity", () => {
  const confirm = (browser: Browser, fields: Record<string, string>) =>
    browser.fill("/account/confirm?return_to=/account/delete", { action: "/account/confirm", fields });

  test("is needed for credentials, the address and deletion, an hour after the sign-in", async () => {
    const browser = await accounts.signUp("stale@example.com");
    const posts = {
      "/account/email": { new_email: "new@example.com" },
      "/account/authenticator/start": {},
    };
    const page = (await browser.get("/account")).text;
    accounts.passTime(HOUR_MS + 1);
    for (const [path, fields] of Object.entries(posts)) {
      const answer = await browser.post(path, { ...hiddenFields(page, path), ...fields });
      expect([path, answer.location]).toEqual([path, "/account/confirm?return_to=%2Faccount"]);
    }
    for (const path of ["/account/delete", "/account/passkeys/new", PATH]) {
      expect((await browser.get(path)).location).toBe(`/account/confirm?return_to=${encodeURIComponent(path)}`);
    }
    expect((await confirm(browser, { present_password: "wrong password" })).status).toBe(422);
    const done = await confirm(browser, { present_password: accounts.password });
    expect([done.status, done.location]).toEqual([303, "/account/delete"]);
    expect((await browser.get("/account/delete")).status).toBe(200);
  });

  test("needs the code as well if the account has an authenticator app", async () => {
    const { browser, secret } = await protect("both@example.com");
    expect((await confirm(browser, { present_password: accounts.password })).status).toBe(422);
    const done = await confirm(browser, { present_password: accounts.password, code: codeOf(secret) });
    expect(done.status).toBe(303);
  });

  test("wrong passwords are limited", async () => {
    const browser = await accounts.signUp("confirm-guess@example.com");
    for (let i = 0; i < 10; i += 1) await confirm(browser, { present_password: "wrong password" });
    const answer = await confirm(browser, { present_password: accounts.password });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });
});

describe("a new device", () => {
  const phone = { "User-Agent": "Mozilla/5.0 (iPhone) Safari/605.1" };
  const signIn = (browser: Browser, headers: Record<string, string>) =>
    browser.fill("/sign-in", {
      action: "/sign-in",
      fields: { email: "device@example.com", password: accounts.password },
      headers,
    });
  const reports = async () =>
    (await accounts.mailsTo("device@example.com")).filter(({ kind }) => kind === "new_device");

  test("is mailed at its first sign-in and not again, and another one with the same browser is", async () => {
    await accounts.signUp("device@example.com");
    expect(await reports()).toEqual([]);
    const own = accounts.browser();
    for (const browser of [own, own, accounts.browser()]) {
      accounts.passTime(1);
      browser.cookies.delete("__Host-skc_session");
      await signIn(browser, phone);
    }
    const report = expect.objectContaining({ device: "Safari on iPhone" });
    expect(await reports()).toEqual([report, report]);
  });
});

test("an authenticator app that is removed leaves no session that passed a second factor", async () => {
  const email = "removed@example.com";
  const { browser } = await protect(email);
  const passed = async () =>
    (
      await accounts.db.system.query(
        "SELECT count(s.second_factor_at)::integer AS count FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1",
        [email],
      )
    ).rows[0].count;
  expect(await passed()).toBe(1);
  await browser.fill("/account", { action: "/account/authenticator/remove" });
  expect(await passed()).toBe(0);
});

describe("changing the password", () => {
  test("without a code does not stand in for a recent sign-in with one", async () => {
    const { browser } = await protect("stolen@example.com");
    accounts.passTime(HOUR_MS + 1);
    const fields = { present_password: accounts.password, password: "another long phrase" };
    expect((await browser.fill("/account", { action: "/account/password", fields })).status).toBe(303);
    const { location } = await browser.fill("/account", { action: "/account/authenticator/remove" });
    expect(location).toMatch(/^\/account\/confirm/);
  });

  test("is a recent sign-in for an account with a password alone", async () => {
    const browser = await accounts.signUp("alone@example.com");
    accounts.passTime(HOUR_MS + 1);
    const fields = { present_password: accounts.password, password: "another long phrase" };
    expect((await browser.fill("/account", { action: "/account/password", fields })).status).toBe(303);
    const { location } = await browser.fill("/account", { action: "/account/authenticator/start" });
    expect(location).toBe(PATH);
  });
});

describe("deleting the account", () => {
  const remove = (browser: Browser, email: string) =>
    browser.fill("/account/delete", { action: "/account/delete", fields: { email } });

  test("is refused for the only owner of a workspace, and names it", async () => {
    const browser = await accounts.signUp("owner@example.com");
    const { text } = await browser.get("/account/delete");
    expect([text.includes("only owner"), text.includes("Lamps"), text.includes("<form")]).toEqual([true, true, false]);
  });

  test("is possible for the only owner of a workspace that is being deleted, which the page says", async () => {
    const browser = await accounts.signUp("last@example.com");
    const deletesAt = new Date("2026-12-24T18:00:00Z");
    const { rows } = await accounts.db.system.query(
      `UPDATE workspaces SET deletes_at = $1, deletion_requested_at = $1 FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE workspaces.id = m.workspace_id AND u.email = 'last@example.com' RETURNING workspaces.id`,
      [deletesAt],
    );
    const [{ id }] = rows;
    const { text } = await browser.get("/account/delete");
    for (const shown of ["no one can cancel that", `Lamps (${id}), 2026-12-24 18:00 UTC`])
      expect(text).toContain(shown);
    expect((await remove(browser, "last@example.com")).text).toContain("Your account was deleted");
    const left = await accounts.db.system.query("SELECT deletes_at FROM workspaces WHERE id = $1", [id]);
    expect(left.rows).toEqual([{ deletes_at: deletesAt }]);
  });

  test("deletes the person, sessions, credentials and memberships, and keeps the audit log", async () => {
    const { browser } = await protect("gone@example.com");
    const { rows } = await accounts.db.system.query(
      "SELECT m.user_id, m.workspace_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = 'gone@example.com'",
    );
    const [{ user_id: userId, workspace_id: workspaceId }] = rows;
    const heir = await accounts.signUp("heir@example.com");
    await accounts.db.system.query(
      "INSERT INTO memberships (workspace_id, user_id, role) SELECT $1, id, 'owner' FROM users WHERE email = 'heir@example.com'",
      [workspaceId],
    );
    await accounts.db.system.query(
      `INSERT INTO invitations (workspace_id, id, email, role, token_hash, invited_by, created_at, expires_at, accepted_at)
       VALUES ($1, 'inv_gone', 'gone@example.com', 'viewer', '', 'x', now(), now(), now())`,
      [workspaceId],
    );
    expect((await remove(browser, "wrong@example.com")).status).toBe(422);
    expect((await remove(browser, "gone@example.com")).text).toContain("Your account was deleted");
    expect((await browser.get("/account")).status).toBe(303);
    expect((await heir.get("/account")).status).toBe(200);
    const dump = await accounts.dump();
    const left = dump.split("\n").filter((line) => line.includes(userId) || line.includes("gone@example.com"));
    // The audit log keeps who did what; the journal of revocations keeps ids for a day, and the queue the last mail.
    expect(left.filter((line) => !/,aud_|^\(\d+,[\w:]+,|,account_deleted,/.test(line))).toEqual([]);
    expect(left.filter((line) => /,aud_/.test(line) && line.includes("gone@example.com"))).toEqual([]);
    const mails = await accounts.mailsTo("gone@example.com");
    expect(mails).toEqual([expect.objectContaining({ kind: "account_deleted", device: "Firefox on Linux" })]);
    expect(await accounts.auditOf(workspaceId)).toContainEqual(
      expect.objectContaining({ action: "member.removed", object_id: userId }),
    );
  });

  test("waits for a change of the workspace's members, so that none is left without an owner", async () => {
    const browser = await accounts.signUp("first@example.com");
    await accounts.signUp("second@example.com");
    const { rows } = await accounts.db.system.query(
      `INSERT INTO memberships (workspace_id, user_id, role)
       SELECT m.workspace_id, s.id, 'owner' FROM memberships m JOIN users u ON u.id = m.user_id, users s
       WHERE u.email = 'first@example.com' AND s.email = 'second@example.com' RETURNING workspace_id, user_id`,
    );
    const [{ workspace_id: workspaceId, user_id: secondId }] = rows;
    const change = await accounts.db.system.connect();
    await change.query("BEGIN");
    await change.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ' members', 0))", [workspaceId]);
    const removing = remove(browser, "first@example.com");
    await eventually(async () => {
      const sql = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      return (await accounts.db.system.query(sql)).rowCount === 1;
    });
    const sql = "UPDATE memberships SET role = 'admin' WHERE workspace_id = $1 AND user_id = $2";
    await change.query(sql, [workspaceId, secondId]);
    await change.query("COMMIT");
    change.release();
    const { status, text } = await removing;
    expect([status, text.includes("only owner")]).toEqual([409, true]);
    expect((await browser.get("/account")).status).toBe(200);
  });
});
