import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { hashToken } from "@skucast/credentials/token";
import { recordStepUp } from "@skucast/db/oauth/step-up";
import { eventually } from "@skucast/testkit/eventually";
import { connect, createApp, createTokens, newVerifier, redeem, refresh, revoke } from "../testing/app-client.js";
import { type AuthFixture, openAuthFixture } from "../testing/open-auth.js";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

async function setUp(metadata = {}) {
  const person = await auth.createPerson();
  const app = await createApp(auth, metadata);
  return { person, app, tokens: await createTokens(auth, person, app) };
}

/** Whether the access token is stored, looked up by its hash. */
async function isStored(token: string): Promise<boolean> {
  const { rowCount } = await auth.db.system.query(
    "SELECT FROM oauth_artifacts a JOIN oauth_grants g ON g.id = a.grant_id WHERE a.id_hash = $1 AND g.revoked_at IS NULL",
    [hashToken(token)],
  );
  return rowCount === 1;
}

const grantOf = async (userId: string) =>
  (await auth.db.system.query("SELECT * FROM oauth_grants WHERE user_id = $1", [userId])).rows[0];

describe("parallel refreshes with one token", () => {
  test("ten concurrent refreshes over two replicas get the same response, and the connection lives", async () => {
    const { app, tokens } = await setUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(auth, app, tokens.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const [first] = answers;
    expect(await isStored(first?.json.access_token)).toBe(true);
    expect((await refresh(auth, app, first?.json.refresh_token)).status).toBe(200);
  });

  test("the response is repeated after 29 s, byte for byte", async () => {
    const { app, tokens } = await setUp();
    const first = await refresh(auth, app, tokens.refresh_token);
    auth.passTime(29 * SECOND);
    expect((await refresh(auth, app, tokens.refresh_token)).text).toBe(first.text);
  });

  test("a replay after 60 s ends the connection, and every process is notified", async () => {
    const { person, app, tokens } = await setUp();
    const second = await refresh(auth, app, tokens.refresh_token);
    auth.passTime(60 * SECOND);
    const replay = await refresh(auth, app, tokens.refresh_token);
    expect([replay.status, replay.json.error]).toEqual([400, "invalid_grant"]);
    const { id, revoked_at, revoked_reason } = await grantOf(person.userId);
    expect([revoked_at !== null, revoked_reason]).toEqual([true, "replay"]);
    const { rows: logged } = await auth.superuser.query(
      "SELECT request_id FROM audit_entries WHERE object_id = $1 AND action = 'connected_app.revoked'",
      [id],
    );
    expect(logged).toEqual([{ request_id: replay.headers.get("request-id") }]);
    expect(auth.announced.filter((subject) => subject === id)).toEqual([id]);
    expect(await isStored(second.json.access_token)).toBe(false);
    expect((await refresh(auth, app, second.json.refresh_token)).json.error).toBe("invalid_grant");
  });

  test("a different request with a used token, for example for fewer scopes, is a replay at once", async () => {
    const { app, tokens } = await setUp();
    const second = await refresh(auth, app, tokens.refresh_token);
    expect((await refresh(auth, app, tokens.refresh_token, { scope: "products:read" })).json.error).toBe(
      "invalid_grant",
    );
    expect(await isStored(second.json.access_token)).toBe(false);
  });

  test("a process that dies after using up the token does not end the connection", async () => {
    const { app, tokens } = await setUp();
    await auth.db.system.query("UPDATE oauth_artifacts SET consumed_at = $2 WHERE id_hash = $1", [
      hashToken(tokens.refresh_token),
      auth.now(),
    ]);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
  });

  test("a concurrent request waits for the process that holds the exchange, and takes over if it died", async () => {
    const { app, tokens } = await setUp();
    await auth.db.system.query(
      `INSERT INTO oauth_refresh_answers (token_hash, fingerprint, lease_until, expires_at)
       VALUES ($1, '', $2::timestamptz + interval '15 s', $2::timestamptz + interval '45 s')`,
      [hashToken(tokens.refresh_token), auth.now()],
    );
    let isAnswered = false;
    const answer = refresh(auth, app, tokens.refresh_token).finally(() => {
      isAnswered = true;
    });
    // Much longer than an exchange takes, measured by other requests instead of a clock.
    for (let others = 0; others < 20; others += 1) await auth.request("/.well-known/oauth-authorization-server");
    expect(isAnswered).toBe(false);
    auth.passTime(16 * SECOND);
    expect((await answer).status).toBe(200);
  });

  test("the response is not repeated to another client, nor after the connection ended", async () => {
    const { app, tokens } = await setUp();
    await refresh(auth, app, tokens.refresh_token);
    await revoke(auth, app, tokens.access_token);
    expect((await refresh(auth, app, tokens.refresh_token)).json.error).toBe("invalid_grant");
    const other = await setUp();
    const visitor = await createApp(auth);
    const stolen = await refresh(auth, visitor, other.tokens.refresh_token);
    expect([stolen.status, stolen.json.error]).toEqual([400, "invalid_grant"]);
  });

  test.each(["member_removed", "user"])(
    "the response is not repeated after the connection ended by %s",
    async (reason) => {
      const { person, app, tokens } = await setUp();
      expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
      const end = "UPDATE oauth_grants SET revoked_at = created_at, revoked_reason = $2 WHERE user_id = $1";
      await auth.db.system.query(end, [person.userId, reason]);
      expect((await refresh(auth, app, tokens.refresh_token)).json.error).toBe("invalid_grant");
      const { revoked_reason: kept } = await grantOf(person.userId);
      expect(kept).toBe(reason);
    },
  );

  test("a rejection is not stored: the next request is evaluated again", async () => {
    const { app, tokens } = await setUp();
    const wider = await refresh(auth, app, tokens.refresh_token, { scope: "products:read feeds:write" });
    expect([wider.status, wider.json.error]).toEqual([400, "invalid_scope"]);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
  });
});

test("of several concurrent uses of a code only one gets tokens, and those are revoked", async () => {
  const person = await auth.createPerson();
  const app = await createApp(auth);
  const verifier = newVerifier();
  const code = await connect(person, app, { verifier });
  const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(auth, app, code, verifier)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ json }) => json.error === "invalid_grant").length).toBeGreaterThanOrEqual(5);
  expect((await grantOf(person.userId)).revoked_reason).toBe("replay");
  for (const { json } of answers) if (json.access_token) expect(await isStored(json.access_token)).toBe(false);
});

test("two different concurrent requests with one refresh token end the connection", async () => {
  const { person, app, tokens } = await setUp();
  const answers = await Promise.all([
    refresh(auth, app, tokens.refresh_token),
    refresh(auth, app, tokens.refresh_token, { scope: "products:read" }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await grantOf(person.userId)).revoked_reason).toBe("replay");
  for (const { json } of answers) if (json.access_token) expect(await isStored(json.access_token)).toBe(false);
});

describe("tokens are not bound to the browser's session", () => {
  test("signing out of the browser does not revoke them", async () => {
    const { person, app, tokens } = await setUp();
    await auth.db.system.query("UPDATE sessions SET ended_at = now() WHERE user_id = $1", [person.userId]);
    expect(await isStored(tokens.access_token)).toBe(true);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
  });

  test("a second authorization of the app in the same browser does not revoke the first one's tokens", async () => {
    const { person, app, tokens } = await setUp();
    const other = await auth.join(person, "owner", "Chairs");
    await createTokens(auth, person, app, { workspaceId: other });
    expect(await isStored(tokens.access_token)).toBe(true);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
  });
});

test("the provider keeps no session: the next user of the browser connects with their own account", async () => {
  const { person, app } = await setUp();
  const next = await auth.createPerson();
  person.browser.cookies.set("__Host-skc_session", next.sessionSecret);
  await createTokens(auth, { ...next, browser: person.browser }, app);
  expect((await grantOf(next.userId)).workspace_id).toBe(next.workspaceId);
  expect([...person.browser.cookies.keys()]).not.toContain("__Host-skc_oauth");
  expect((await auth.db.system.query("SELECT FROM oauth_artifacts WHERE model = 'Session'")).rowCount).toBe(0);
});

test("a refresh token is issued without offline_access, also to a client without grant types", async () => {
  const { tokens, app } = await setUp();
  expect(tokens.refresh_token).toMatch(/^skc_rt_/);
  expect((await refresh(auth, app, tokens.refresh_token)).json.refresh_token).toMatch(/^skc_rt_/);
  const modest = await setUp({ grant_types: ["authorization_code"] });
  expect(modest.tokens.refresh_token).toBeUndefined();
});

describe("the refresh that follows a challenge for more scopes", () => {
  const grantOf = async ({ refresh_token }: { refresh_token: string }): Promise<string> =>
    (
      await auth.db.system.query("SELECT grant_id FROM oauth_artifacts WHERE model = 'RefreshToken' AND id_hash = $1", [
        hashToken(refresh_token),
      ])
    ).rows[0].grant_id;

  test("is rejected once with an error that is not about the token; the next one succeeds, and other connections are unaffected", async () => {
    const { app, tokens } = await setUp();
    const other = await setUp();
    await recordStepUp(auth.db, await grantOf(tokens), auth.now());
    expect((await refresh(auth, other.app, other.tokens.refresh_token)).status).toBe(200);
    const refused = await refresh(auth, app, tokens.refresh_token);
    expect([refused.status, refused.json.error]).toEqual([400, "interaction_required"]);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
  });

  test("succeeds when the challenge was more than a minute ago", async () => {
    const { app, tokens } = await setUp();
    await recordStepUp(auth.db, await grantOf(tokens), auth.now());
    auth.passTime(61 * SECOND);
    expect((await refresh(auth, app, tokens.refresh_token)).status).toBe(200);
  });
});

describe("the lifetime of a connection", () => {
  /** Refreshes, then waits until the use is recorded on the client, which happens in the background. */
  async function refreshNoted({ clientId, ...app }: Awaited<ReturnType<typeof createApp>>, token: string) {
    const lastUse = async (): Promise<Date> =>
      (await auth.db.system.query("SELECT last_used_at FROM oauth_clients WHERE id = $1", [clientId])).rows[0]
        .last_used_at;
    const before = await eventually(lastUse);
    const answer = await refresh(auth, { clientId, ...app }, token);
    await eventually(async () => answer.status !== 200 || (await lastUse()) > before);
    return answer;
  }

  test("with a monthly refresh it lives for a year", async () => {
    const { app, tokens } = await setUp();
    let last = tokens.refresh_token;
    for (let month = 0; month < 12; month += 1) {
      auth.passTime(30 * DAY);
      const answer = await refreshNoted(app, last);
      expect([month, answer.status]).toEqual([month, 200]);
      last = answer.json.refresh_token;
    }
    auth.passTime(10 * DAY);
    // Housekeeping may have run: without a connection, the client's registration expires too.
    expect(["invalid_grant", "invalid_client"]).toContain((await refresh(auth, app, last)).json.error);
  });

  test("without use it ends after 60 days", async () => {
    const { app, tokens } = await setUp();
    auth.passTime(59 * DAY);
    const { json } = await refreshNoted(app, tokens.refresh_token);
    auth.passTime(61 * DAY);
    // Housekeeping may have run: without a connection, the client's registration expires too.
    expect(["invalid_grant", "invalid_client"]).toContain((await refresh(auth, app, json.refresh_token)).json.error);
  });
});
