import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { hashToken } from "@skucast/credentials/token";
import { formToken } from "../forms/form-token.js";
import { type Browser, hiddenFields } from "../testing/browser.js";
import { insertInvitation } from "../testing/insert-invitation.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { signUpWithForms } from "../testing/sign-up-with-forms.js";
import { createAccount } from "./create-account.js";

let accounts: AccountsFixture;
const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  accounts = await openAccountsFixture();
  await accounts.signUp("owner@example.com", "Olga Owner");
});
afterAll(() => accounts.close());

const invite = (email: string, more: { role?: string; channelIds?: string[] } = {}) =>
  insertInvitation(accounts, { inviter: "owner@example.com", email, ...more });
const membershipsOf = async (email: string) =>
  (
    await accounts.db.system.query(
      `SELECT m.workspace_id, m.role, m.channel_ids FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE u.email = $1 ORDER BY m.created_at`,
      [email],
    )
  ).rows;
const newAccount = { name: "Bo New", email: "someone.else@example.com", password: "seven blue lamps" };
/** Signs up with an invitation and the link that is mailed to the invited address. */
const signUpInvited = (browser: Browser, invitation: string, invited: string, fixture: AccountsFixture = accounts) =>
  signUpWithForms(browser, { ...newAccount, invitation, linkOf: () => fixture.signUpLinkTo(invited) });

describe("an invitation", () => {
  test("shows inviter, workspace and role, and is not used up by opening it", async () => {
    const { token } = await invite("bo@example.com", { role: "viewer", channelIds: ["ch_1", "ch_2"] });
    for (let i = 0; i < 2; i += 1) {
      const { status, text } = await accounts.browser().get(`/invitations/${token}`);
      expect(status).toBe(200);
      for (const words of ["Olga Owner", "owner@example.com", "Lamps", "viewer", "2 channels", "bo@example.com"]) {
        expect(text).toContain(words);
      }
    }
  });

  test("is not open while the workspace is being deleted", async () => {
    const guest = await accounts.signUp("last-minute@example.com");
    const { token, workspaceId } = await invite("last-minute@example.com", { role: "owner" });
    const path = `/invitations/${token}`;
    const form = hiddenFields((await guest.get(path)).text, path);
    const setDeletion = (deletesAt: string | null) =>
      accounts.db.system.query("UPDATE workspaces SET deletes_at = $2, deletion_requested_at = $2 WHERE id = $1", [
        workspaceId,
        deletesAt,
      ]);
    await setDeletion("2100-01-01");
    expect([(await guest.get(path)).status, (await guest.post(path, form)).status]).toEqual([404, 404]);
    await setDeletion(null);
    expect((await guest.post(path, form)).status).toBe(303);
  });

  test("answers a visitor alike for an address with and without an account", async () => {
    await accounts.signUp("has.one@example.com");
    const pages: string[] = [];
    for (const email of ["has.one@example.com", "has.none@example.com"]) {
      const { token } = await invite(email);
      const { status, text } = await accounts.browser().get(`/invitations/${token}`);
      expect(status).toBe(200);
      pages.push(text.replaceAll(email, "").replaceAll(token, ""));
    }
    expect(pages[1]).toBe(pages[0]);
    expect(pages[0]).toContain("Create an account to accept");
    expect(pages[0]).toContain("Sign in to accept");
  });

  test("lets a new user create an account with exactly the invited email address, as a member", async () => {
    const { token, id, workspaceId } = await invite("new@example.com", { role: "viewer", channelIds: ["ch_1"] });
    const browser = accounts.browser();
    const page = await browser.get(`/invitations/${token}`);
    expect(page.text).toContain(`href="/sign-up?invitation=${token}"`);
    const answer = await signUpInvited(browser, token, "new@example.com");
    expect(accounts.hinted).toEqual(expect.arrayContaining([`${workspaceId} member`, `${workspaceId} invitation`]));
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    expect(await membershipsOf("new@example.com")).toEqual([
      { workspace_id: workspaceId, role: "viewer", channel_ids: ["ch_1"] },
    ]);
    expect(await membershipsOf(newAccount.email)).toEqual([]);
    expect((await browser.get("/account")).text).toContain("Lamps");
    const entries = await accounts.auditOf(workspaceId);
    expect(entries.find(({ object_id }) => object_id === id)).toMatchObject({
      action: "invitation.accepted",
      actor: { type: "user", id: expect.stringMatching(/^usr_/) },
      details: { role: "viewer", channel_ids: ["ch_1"], was_member: false },
    });
    expect((await accounts.browser().get(`/invitations/${token}`)).status).toBe(404);
  });

  test("is accepted by the signed-in invited user, and its workspace becomes the current one", async () => {
    const browser = await accounts.signUp("known@example.com");
    const { token, workspaceId } = await invite("known@example.com", { role: "admin" });
    const path = `/invitations/${token}`;
    const visitor = await accounts.browser().get(path);
    expect(visitor.text).toContain(`href="/sign-in?return_to=${encodeURIComponent(path)}"`);
    const answer = await browser.fill(path, { action: path });
    expect(answer.location).toBe("/");
    expect(await membershipsOf("known@example.com")).toContainEqual({
      workspace_id: workspaceId,
      role: "admin",
      channel_ids: null,
    });
    expect((await browser.get("/account")).text).toMatch(new RegExp(`${workspaceId}[\\s\\S]{0,80}current workspace`));
    expect(accounts.announced.some((subject) => subject.startsWith(`${workspaceId}:usr_`))).toBe(true);
    expect(accounts.hinted).toEqual(
      expect.arrayContaining([`${workspaceId} member`, `${workspaceId} invitation`, `${workspaceId} audit_entry`]),
    );
    expect((await browser.get(path)).status).toBe(404);
  });

  test("cannot be accepted by another signed-in user, even with a valid form", async () => {
    const { token, workspaceId } = await invite("right@example.com");
    const browser = await accounts.signUp("wrong@example.com");
    const path = `/invitations/${token}`;
    const page = await browser.get(path);
    expect(page.text).toContain("but right@example.com was invited");
    expect(page.text).not.toContain(`action="${path}"`);
    const { rows } = await accounts.db.system.query(
      "SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = 'wrong@example.com'",
    );
    const answer = await browser.post(path, { form_token: formToken(accounts.ctx, `session ${rows[0].id} ${path}`) });
    expect([answer.status, answer.text.includes("Sign in with that account")]).toEqual([403, true]);
    expect(await membershipsOf("wrong@example.com")).not.toContainEqual(
      expect.objectContaining({ workspace_id: workspaceId }),
    );
  });

  test("is rejected from another site", async () => {
    const { token } = await invite("known@example.com");
    const browser = accounts.browser();
    await accounts.signIn(browser, "known@example.com");
    const path = `/invitations/${token}`;
    const answer = await browser.fill(path, { action: path, headers: { "Sec-Fetch-Site": "cross-site" } });
    expect(answer.status).toBe(403);
  });

  test("is accepted once, for any number of concurrent requests", async () => {
    const { token, id, workspaceId } = await invite("race@example.com");
    const answers = await Promise.all(
      [1, 2, 3].map(() => signUpInvited(accounts.browser(), token, "race@example.com").catch(() => ({ status: 0 }))),
    );
    expect(answers.map(({ status }) => status === 303).filter(Boolean)).toHaveLength(1);
    expect(await membershipsOf("race@example.com")).toHaveLength(1);
    const entries = await accounts.auditOf(workspaceId);
    expect(entries.filter(({ object_id }) => object_id === id)).toHaveLength(1);
  });

  test("does not reduce the role of an existing member", async () => {
    const { token, workspaceId } = await invite("owner@example.com", { role: "viewer" });
    const browser = accounts.browser();
    await accounts.signIn(browser, "owner@example.com");
    await browser.fill(`/invitations/${token}`, { action: `/invitations/${token}` });
    expect(await membershipsOf("owner@example.com")).toEqual([
      { workspace_id: workspaceId, role: "owner", channel_ids: null },
    ]);
  });

  test.each(["expired", "revoked", "accepted", "never made", "malformed"])(
    "that is %s shows the same page in each case and creates no account",
    async (state) => {
      const { token, id } = await invite(`${state.replace(" ", ".")}@example.com`);
      const { db } = accounts;
      if (state === "expired") {
        await db.system.query("UPDATE invitations SET expires_at = $2 WHERE id = $1", [id, accounts.ctx.clock.now()]);
      } else if (state === "revoked" || state === "accepted") {
        await db.system.query(`UPDATE invitations SET ${state}_at = now() WHERE id = $1`, [id]);
      }
      const link = state === "never made" ? "x".repeat(64) : state === "malformed" ? "%00%27" : token;
      const answers = [
        await accounts.browser().get(`/invitations/${link}`),
        await accounts.browser().get(`/sign-up?invitation=${link}`),
      ];
      for (const { status, text } of answers) {
        expect(status).toBe(404);
        expect(text).toContain("is no longer valid");
      }
    },
  );

  test("that is used up while the form is open leaves no partial account", async () => {
    const { token, id } = await invite("late@example.com");
    const browser = accounts.browser();
    const page = await browser.get(`/sign-up?invitation=${token}`);
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    await accounts.db.system.query("UPDATE invitations SET revoked_at = now() WHERE id = $1", [id]);
    const { status } = await browser.post("/sign-up", { ...newAccount, form_token, invitation: token });
    expect(status).toBe(404);
    const passwords = { hash: async () => "$hash", verify: async () => false };
    const origin = { ip: undefined, userAgent: undefined, requestId: undefined };
    const account = { ...newAccount, email: "late@example.com", origin, invitationHash: hashToken(token) };
    await expect(createAccount({ ...accounts.ctx, passwords }, account)).rejects.toMatchObject({ code: "conflict" });
    expect((await accounts.db.system.query("SELECT FROM users WHERE email = 'late@example.com'")).rowCount).toBe(0);
  });

  test("is valid for 7 days", async () => {
    const { token } = await invite("seven@example.com");
    accounts.passTime(7 * DAY_MS - 1);
    expect((await accounts.browser().get(`/invitations/${token}`)).status).toBe(200);
    accounts.passTime(1);
    expect((await accounts.browser().get(`/invitations/${token}`)).status).toBe(404);
  });

  test("cannot be guessed: after 100 invalid links a network is blocked, except for valid links", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.200" };
    const { token } = await invite("patient@example.com");
    const statuses = new Set<number>();
    for (let i = 0; i < 100; i += 1) {
      statuses.add((await accounts.browser().get(`/invitations/${"y".repeat(40)}${i}`, headers)).status);
    }
    expect([...statuses]).toEqual([404]);
    expect((await accounts.browser().get(`/invitations/${"z".repeat(40)}`, headers)).status).toBe(429);
    expect((await accounts.browser().get(`/invitations/${token}`, headers)).status).toBe(200);
  });
});

describe("with sign-up by invitation only", () => {
  test("an uninvited visitor cannot sign up by page or form, and an invited one can", async () => {
    const invited = await openAccountsFixture({ signUp: "invited" });
    try {
      const visitor = invited.browser();
      const page = await visitor.get("/sign-up");
      expect([page.status, page.text.includes("need an invitation")]).toEqual([403, true]);
      const signIn = await visitor.get("/sign-in");
      expect(signIn.text).not.toContain("/sign-up");
      const visitorId = visitor.cookies.get("__Host-skc_visitor") ?? "";
      const form_token = formToken(invited.ctx, `visitor ${visitorId} /sign-up`);
      const posted = await visitor.post("/sign-up", { ...newAccount, workspace: "Mine", form_token });
      expect(posted.status).toBe(403);
      await invited.db.system.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'First')");
      const token = "t".repeat(43);
      await invited.db.system.query(
        `INSERT INTO invitations (workspace_id, id, email, role, token_hash, invited_by, created_at, expires_at)
         VALUES ('ws_1', 'inv_1', 'first@example.com', 'viewer', $1, 'key_1', now(), now() + interval '7 days')`,
        [hashToken(token)],
      );
      const guest = invited.browser();
      expect((await guest.get(`/invitations/${token}`)).text).toContain("An API key of the workspace");
      const answer = await signUpInvited(guest, token, "first@example.com", invited);
      expect(answer.status).toBe(303);
    } finally {
      await invited.close();
    }
  });
});

test("a database dump and the log contain no password, session secret or invitation token", async () => {
  const { token } = await invite("dump@example.com");
  const browser = accounts.browser();
  const answer = await signUpInvited(browser, token, "dump@example.com");
  expect(answer.status).toBe(303);
  const kept = `${await accounts.dump()}\n${accounts.log.join("\n")}`;
  expect(kept).toContain("dump@example.com");
  for (const secret of [token, newAccount.password, ...browser.cookies.values()]) expect(kept).not.toContain(secret);
});
