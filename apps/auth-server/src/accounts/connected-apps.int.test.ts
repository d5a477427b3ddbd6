import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import { insertAccountToken } from "@skucast/db/account-tokens/account-tokens";
import { resetPassword } from "@skucast/db/account-tokens/reset-password";
import { findAccessToken } from "@skucast/db/credentials/find-access-token";
import { inSystem } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import {
  type AppClient,
  connect,
  createApp,
  createTokens,
  decide,
  newVerifier,
  redeem,
  refresh,
  startAuthorization,
} from "../testing/app-client.js";
import { hiddenFields } from "../testing/browser.js";
import { type AuthFixture, openAuthFixture, type Person, PUBLIC_URL } from "../testing/open-auth.js";
import { startUnusedAppsCleanup } from "./end-unused-apps.js";

const PATH = "/account/apps/end";
const NO_ORIGIN = { ip: undefined, userAgent: undefined, requestId: undefined };
let auth: AuthFixture;
let person: Person;
let app: AppClient;

beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [person, app] = [await auth.createPerson(), await createApp(auth, { client_name: "Lamp Writer" })];
});

const accountOf = async ({ browser }: Person): Promise<string> => (await browser.get("/account")).text;
const fieldsOf = async (one: Person) => hiddenFields(await accountOf(one), PATH);
const grantsOf = async ({ userId }: Person) =>
  (await auth.db.system.query("SELECT * FROM oauth_grants WHERE user_id = $1 ORDER BY created_at, id", [userId])).rows;
const endingsOf = async (grantId: string) =>
  (
    await auth.superuser.query(
      "SELECT * FROM audit_entries WHERE object_id = $1 AND action = 'connected_app.revoked'",
      [grantId],
    )
  ).rows;
/** Whether the services accept the token. */
const isAccepted = async (token: string): Promise<boolean> =>
  (await findAccessToken(auth.db, hashToken(token), "primary")) !== null;

describe("the connected apps on the account page", () => {
  test("are those of the user in all workspaces, with host, workspace, scopes in plain words, start and last use", async () => {
    const other = await auth.join(person, "viewer", "Chairs");
    await createTokens(auth, person, app);
    auth.passTime(1);
    await connect(person, app, { verifier: newVerifier(), workspaceId: other });
    const text = await accountOf(person);
    const [older = "", newer = ""] = text.split("<li><div><p><strong>app.example</strong>").slice(1).reverse();
    expect(older).toContain("calls itself “Lamp Writer”");
    expect(older).toContain("in Lamps · since ");
    expect(older).toMatch(/last used \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(older).toContain("<li>View your products</li><li>Create, change and delete your products</li>");
    expect(newer).toContain("in Chairs · since ");
    expect(newer).toContain("not used yet");
    expect(newer).not.toContain("Create, change and delete your products");
    expect(text).toContain(`aria-label="Disconnect app.example from Lamps, since `);
    expect(text).toContain("removes its access immediately");
  });

  test("are initially empty, and the page explains how to connect one", async () => {
    const text = await accountOf(person);
    expect(text).toContain("No apps are connected.");
    expect(text).toContain(`<code>${PUBLIC_URL}/mcp</code>`);
    expect(text).not.toContain(`action="${PATH}"`);
  });

  test("exclude those of other users, ended ones, and those of workspaces that the user left", async () => {
    await createTokens(auth, await auth.createPerson(), app);
    const other = await auth.join(person, "viewer", "Chairs");
    await createTokens(auth, person, app, { workspaceId: other });
    await auth.db.system.query("DELETE FROM memberships WHERE workspace_id = $1", [other]);
    await createTokens(auth, person, app);
    await person.browser.post(PATH, await fieldsOf(person));
    expect(await accountOf(person)).toContain("No apps are connected.");
  });

  test("cannot inject markup or invisible characters through their names", async () => {
    const evil = await createApp(auth, { client_name: '<script>x</script>\u202e" onload="' });
    await createTokens(auth, person, evil);
    expect(await accountOf(person)).not.toMatch(/<script>|\u202e|" onload="/);
  });
});

describe("a password reset by a mailed link", () => {
  async function reset({ userId, email }: Person) {
    const token = newLinkToken();
    const now = auth.now();
    const link = {
      purpose: "reset_password",
      userId,
      email,
      now,
      expiresAt: new Date(now.getTime() + 60_000),
    } as const;
    await inSystem(auth.db, (client) => insertAccountToken(client, { tokenHash: hashToken(token), ...link }));
    const path = `/reset-password/${token}`;
    const visitor = auth.visitor();
    const asked = await visitor.get(path);
    const password = "a different long passphrase 7";
    return { asked, done: await visitor.fill(path, { action: path, fields: { password } }) };
  }

  test.each([true, false])(
    "ends the access of all of the person's apps (confirmed address: %s)",
    async (isConfirmed) => {
      await auth.db.system.query("UPDATE users SET email_verified_at = $2 WHERE id = $1", [
        person.userId,
        isConfirmed ? auth.now() : null,
      ]);
      const other = await auth.join(person, "viewer", "Chairs");
      const tokens = [
        await createTokens(auth, person, app),
        await createTokens(auth, person, app, { workspaceId: other }),
      ];
      const kept = await createTokens(auth, await auth.createPerson(), app);
      auth.hinted.length = 0;
      const { asked, done } = await reset(person);
      expect(asked.text).toContain("ends the access of your connected apps");
      expect([done.status, done.text.includes("your connected apps lost their access")]).toEqual([200, true]);
      expect(done.text.includes("API keys belong to your workspaces and keep working")).toBe(isConfirmed);
      for (const { access_token, refresh_token } of tokens) {
        expect(await isAccepted(access_token)).toBe(false);
        const { status, json } = await refresh(auth, app, refresh_token);
        expect([status, json.error]).toEqual([400, "invalid_grant"]);
      }
      expect(await isAccepted(kept.access_token)).toBe(true);
      expect((await refresh(auth, app, kept.refresh_token)).status).toBe(200);
      const grants = await grantsOf(person);
      expect(grants).toHaveLength(2);
      for (const { id, workspace_id } of grants) {
        expect(auth.announced).toContain(id);
        expect(auth.hinted).toContain(`${workspace_id} connected_app`);
        expect(await endingsOf(id)).toMatchObject([{ workspace_id, details: { reason: "password_reset" } }]);
      }
    },
  );
});

test("an app that is connected while the password is reset gets no access", async () => {
  const path = await startAuthorization(person, app, { verifier: newVerifier() });
  const { userId } = person;
  const deciding = await inSystem(auth.db, async (client) => {
    await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
    const decision = decide(person, path).catch((error: unknown) => String(error));
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await eventually(async () => (await auth.superuser.query(waiting)).rowCount === 1);
    await resetPassword(client, { userId, passwordHash: "x", origin: NO_ORIGIN, now: auth.now() });
    return { decision };
  });
  expect(await deciding.decision).toContain("403");
  expect((await grantsOf(person)).filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
});

describe("disconnecting an app", () => {
  test("revokes its access and refresh tokens, notifies every process, and is audited with user and origin", async () => {
    const tokens = await createTokens(auth, person, app);
    const kept = await createTokens(auth, await auth.createPerson(), app);
    const [grant] = await grantsOf(person);
    const told = [`${person.workspaceId} connected_app`, `${person.workspaceId} audit_entry`];
    expect(auth.hinted).toEqual(expect.arrayContaining(told));
    auth.hinted.length = 0;
    expect(await isAccepted(tokens.access_token)).toBe(true);
    const headers = { "X-Forwarded-For": "203.0.113.9", "User-Agent": "Mozilla/5.0 Firefox/145.0" };
    const answer = await person.browser.post(PATH, await fieldsOf(person), headers);
    expect([answer.status, answer.location]).toEqual([303, "/account?done=app"]);
    expect((await person.browser.get("/account?done=app")).text).toContain("The app was disconnected");
    expect([await isAccepted(tokens.access_token), await isAccepted(kept.access_token)]).toEqual([false, true]);
    expect((await refresh(auth, app, tokens.refresh_token)).json.error).toBe("invalid_grant");
    expect(auth.announced).toContain(grant.id);
    expect(auth.hinted).toEqual(told);
    expect(await endingsOf(grant.id)).toMatchObject([
      {
        workspace_id: person.workspaceId,
        actor: { type: "user", id: person.userId, email: person.email },
        ip: "203.0.113.9",
        user_agent: headers["User-Agent"],
        request_id: expect.stringMatching(/./),
        details: {
          client_id: app.clientId,
          client_name: "Lamp Writer",
          redirect_host: "app.example",
          user_id: person.userId,
          reason: "disconnected",
        },
      },
    ]);
  });

  test("succeeds when repeated", async () => {
    await createTokens(auth, person, app);
    const [grant] = await grantsOf(person);
    const fields = await fieldsOf(person);
    const answers = await Promise.all([1, 2, 3].map(() => person.browser.post(PATH, fields)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await endingsOf(grant.id)).toHaveLength(1);
  });

  test("is rejected from another site, without a form token, and with the token of another form or user", async () => {
    await createTokens(auth, person, app);
    const eve = await auth.createPerson();
    await createTokens(auth, eve, app);
    const fields = await fieldsOf(person);
    const hers = (await fieldsOf(eve)).form_token ?? "";
    const elsewhere = hiddenFields(await accountOf(person), "/account/password").form_token ?? "";
    for (const headers of [{ "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }]) {
      expect((await person.browser.post(PATH, fields, headers)).status).toBe(403);
    }
    for (const form_token of ["", hers, elsewhere]) {
      expect((await person.browser.post(PATH, { ...fields, form_token })).status).toBe(403);
    }
    expect((await grantsOf(person))[0].revoked_at).toBeNull();
  });

  test("has no effect on another user's apps or without a session", async () => {
    const eve = await auth.createPerson();
    await createTokens(auth, person, app);
    await createTokens(auth, eve, app);
    const [grant] = await grantsOf(person);
    await eve.browser.post(PATH, { ...(await fieldsOf(eve)), app: grant.id });
    expect((await auth.visitor().post(PATH, await fieldsOf(person))).location).toBe("/sign-in?return_to=%2Faccount");
    for (const id of ["", "grt_\u0000", "x".repeat(9_000)]) {
      expect((await person.browser.post(PATH, { ...(await fieldsOf(person)), app: id })).status).toBeLessThan(500);
    }
    expect((await grantsOf(person))[0].revoked_at).toBeNull();
  });
});

describe("a connection whose code was not exchanged", () => {
  const lookOnce = async (isDone: () => Promise<boolean>) => {
    const loops = [1, 2].map(() => startUnusedAppsCleanup(auth.accounts));
    await eventually(isDone);
    await Promise.all(loops.map((loop) => loop.stop()));
  };
  const isOver = async (one: Person, index = 0) => (await grantsOf(one))[index].revoked_at !== null;

  test("is ended once after the code expired, for any number of processes; an exchanged one stays", async () => {
    const user = await auth.createPerson();
    const verifier = newVerifier();
    const code = await connect(person, app, { verifier });
    const tokens = await createTokens(auth, user, app);
    auth.passTime(121_000);
    await lookOnce(() => isOver(person));
    const [grant] = await grantsOf(person);
    expect(grant.revoked_reason).toBe("unused");
    expect(await endingsOf(grant.id)).toMatchObject([
      { actor: { type: "system", id: "housekeeping" }, details: { reason: "unused", client_name: "Lamp Writer" } },
    ]);
    expect(auth.announced.filter((id) => id === grant.id)).toHaveLength(1);
    expect((await redeem(auth, app, code, verifier)).json.error).toBe("invalid_grant");
    expect(await accountOf(person)).toContain("No apps are connected.");
    expect(await isOver(user)).toBe(false);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
  });

  test("is not ended earlier: the code can be exchanged until its last second", async () => {
    const verifier = newVerifier();
    const code = await connect(person, app, { verifier });
    const unused = await auth.createPerson();
    auth.passTime(-180_000);
    await connect(unused, app, { verifier: newVerifier() });
    auth.passTime(180_000 + 58_000);
    await lookOnce(() => isOver(unused));
    expect(await isOver(person)).toBe(false);
    expect((await redeem(auth, app, code, verifier)).status).toBe(200);
  });

  test("gives a browser that returns late no code and no server error", async () => {
    const path = await startAuthorization(person, app, { verifier: newVerifier() });
    const page = await person.browser.get(path);
    const form = new URLSearchParams(hiddenFields(page.text, path));
    form.set("workspace", person.workspaceId);
    form.set("decision", "allow");
    form.append("scope", "products:read");
    const answer = await person.browser.post(path, form as unknown as Record<string, string>);
    auth.passTime(121_000);
    await lookOnce(() => isOver(person));
    const end = await person.browser.get((answer.location ?? "").replace(PUBLIC_URL, ""));
    expect(end.status).toBeLessThan(500);
    expect(end.location ?? "").not.toContain("code=");
    expect(
      await decide(person, await startAuthorization(person, app, {}), {}).then((url) => url.searchParams.has("code")),
    ).toBe(true);
  });
});
