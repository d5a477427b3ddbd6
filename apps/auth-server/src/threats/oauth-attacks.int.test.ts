import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { hashToken } from "@skucast/credentials/token";
import { eventually } from "@skucast/testkit/eventually";
import {
  answerConsent,
  authorizePath,
  connect,
  createApp,
  createTokens,
  decide,
  linkToAppOf,
  newVerifier,
  pathOf,
  readResponse,
  redeem,
  refresh,
  requestToken,
  revoke,
  startAuthorization,
} from "../testing/app-client.js";
import { type BrowserPage, hiddenFields } from "../testing/browser.js";
import { type AuthFixture, openAuthFixture, PUBLIC_URL } from "../testing/open-auth.js";

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const isLive = async (token: string) =>
  (await auth.db.system.query("SELECT FROM oauth_artifacts WHERE id_hash = $1", [hashToken(token)])).rowCount === 1;
/** Where an error page links back to. */
const linkOf = (page: BrowserPage): URL => linkToAppOf(page)?.url ?? new URL("missing:");
const setUp = async (metadata = {}) => ({
  person: await auth.createPerson(),
  app: await createApp(auth, metadata),
  verifier: newVerifier(),
});

describe("open redirect", () => {
  test.each([
    "https://evil.example/",
    "https://app.example/callback/../evil",
    "https://app.example/callback?x",
    "//evil.example",
    "javascript:alert(1)",
  ])(
    "an unregistered redirect URI (%s) is answered with a page, even if other parameters are invalid",
    async (redirectUri) => {
      const { person, app } = await setUp();
      for (const params of [{}, { response_type: "token" }, { prompt: "none" }, { resource: "https://x.example" }]) {
        const page = await person.browser.get(authorizePath({ ...app, redirectUri }, { params }));
        expect([page.status, page.location]).toEqual([400, null]);
      }
    },
  );
});

describe("the authorization server as an open redirector (RFC 9700, section 4.11.2)", () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ["no response type", { response_type: undefined }, "invalid_request"],
    ["a response type that is not offered", { response_type: "token" }, "unsupported_response_type"],
    ["a response mode that is not offered", { response_mode: "form_post" }, "unsupported_response_mode"],
    ["no challenge", { code_challenge: undefined }, "invalid_request"],
    ["another resource", { resource: "https://x.example" }, "invalid_target"],
    ["a request object", { request: "e30.e30." }, "request_not_supported"],
    ["prompt=none", { prompt: "none" }, "login_required"],
    ["prompt=none with another", { prompt: "none login" }, "invalid_request"],
  ])(
    "a request with %s is answered with a page that links to the app, not with a redirect",
    async (_what, params, error) => {
      const { person, app } = await setUp({ redirect_uris: ["https://evil.example/cb?a=1&b=%22"] });
      const page = await person.browser.get(authorizePath(app, { params }));
      const back = linkToAppOf(page);
      expect(back?.text).toBe("Go back to evil.example");
      expect(back?.url.href.startsWith("https://evil.example/cb?a=1&b=%22&error=")).toBe(true);
      expect(Object.fromEntries(back?.url.searchParams ?? [])).toMatchObject({ error, state: "st", iss: PUBLIC_URL });
      expect(page.text).toContain("This app cannot be connected");
    },
  );

  test("an app on the user's own machine is identified by its host and port, or by its scheme", async () => {
    for (const [uri, name] of [
      ["http://127.0.0.1:4000/cb", "127.0.0.1:4000"],
      ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor://"],
    ]) {
      const { person, app } = await setUp({ redirect_uris: [uri] });
      const back = linkToAppOf(await person.browser.get(authorizePath(app, { params: { prompt: "none" } })));
      expect([back?.text, back?.url.href.startsWith(`${uri}?error=login_required`)]).toEqual([
        `Go back to ${name}`,
        true,
      ]);
    }
  });

  test("returning before the user's decision prompts again and leads nowhere else", async () => {
    const { person, app } = await setUp();
    const path = await startAuthorization(person, app);
    const again = await person.browser.get(path.replace("/connect/", "/oauth/authorize/"));
    expect([again.status, again.location]).toEqual([303, expect.stringMatching(/^\/connect\//)]);
  });
});

describe("one answer, one code", () => {
  const countWaiting = async () => {
    await auth.superuser.query("SELECT pg_stat_clear_snapshot()");
    const { rowCount } = await auth.superuser.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rowCount;
  };

  test("eight concurrent returns of one browser get one code and seven pages", async () => {
    const { person, app, verifier } = await setUp();
    const path = await startAuthorization(person, app, { verifier });
    const answer = await answerConsent(person, path);
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    // All of them have read the request before the first can delete it: its row is locked until each waits for it.
    await auth.superuser.query("BEGIN");
    await auth.superuser.query("SELECT FROM oauth_artifacts WHERE model = 'Interaction' AND id_hash = $1 FOR UPDATE", [
      hashToken(path.replace("/connect/", "")),
    ]);
    const asked = Array.from({ length: 8 }, () =>
      auth.request(pathOf(answer.location), { headers: { Cookie: cookie } }),
    );
    await eventually(async () => (await countWaiting()) === 8).finally(() => auth.superuser.query("COMMIT"));
    const ends = await Promise.all(asked);
    const codes = ends.flatMap((end) => new URL(end.headers.get("location") ?? "none:").searchParams.get("code") ?? []);
    expect(codes).toHaveLength(1);
    expect(ends.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(400)].sort());
    expect((await redeem(auth, app, codes[0] ?? "", verifier)).status).toBe(200);
  });
});

describe("code replay and injection", () => {
  test("a code that is used twice is rejected, and the tokens of the first use are revoked", async () => {
    const { person, app, verifier } = await setUp();
    const code = await connect(person, app, { verifier });
    const { json } = await redeem(auth, app, code, verifier);
    const second = await redeem(auth, app, code, verifier);
    expect([second.status, second.json.error]).toEqual([400, "invalid_grant"]);
    expect([await isLive(json.access_token), await isLive(json.refresh_token)]).toEqual([false, false]);
  });

  test("a code is useless with another verifier, for another client, or with another redirect URI", async () => {
    const { person, app, verifier } = await setUp({
      redirect_uris: ["https://app.example/callback", "https://app.example/b"],
    });
    const code = await connect(person, app, { verifier });
    const tries = [
      await redeem(auth, app, code, newVerifier()),
      await redeem(auth, { ...app, clientId: (await createApp(auth)).clientId }, code, verifier),
      await redeem(auth, { ...app, redirectUri: "https://app.example/b" }, code, verifier),
    ];
    expect(tries.map(({ status, json }) => [status, json.error])).toEqual(Array(3).fill([400, "invalid_grant"]));
    expect((await redeem(auth, app, code, verifier)).status).toBe(200);
  });

  test("a code expires after 60 s", async () => {
    const { person, app, verifier } = await setUp();
    const code = await connect(person, app, { verifier });
    auth.passTime(61_000);
    expect((await redeem(auth, app, code, verifier)).json.error).toBe("invalid_grant");
  });
});

describe("mix-up", () => {
  test("responses name the issuer on success, denial and error", async () => {
    const { person, app, verifier } = await setUp();
    const allowed = await decide(person, await startAuthorization(person, app, { verifier }));
    const denied = await decide(person, await startAuthorization(person, app), { decision: "deny" });
    const failed = linkOf(await person.browser.get(authorizePath(app, { params: { prompt: "none" } })));
    expect([allowed, denied, failed].map((url) => url.searchParams.get("iss"))).toEqual(Array(3).fill(PUBLIC_URL));
    expect([allowed, denied, failed].map((url) => url.searchParams.get("state"))).toEqual(Array(3).fill("st"));
    expect([denied, failed].map((url) => url.searchParams.get("error"))).toEqual(["access_denied", "login_required"]);
  });

  test("a forged Host header has no effect", async () => {
    const origin = new URL((await auth.request("/.well-known/oauth-authorization-server")).url);
    const text = await new Promise<string>((resolve, reject) => {
      request(
        { host: origin.hostname, port: origin.port, path: origin.pathname, headers: { Host: "evil.example" } },
        (res) => {
          let body = "";
          res.on("data", (chunk) => {
            body += chunk;
          });
          res.on("end", () => resolve(body));
        },
      )
        .on("error", reject)
        .end();
    });
    expect(JSON.parse(text).issuer).toBe(PUBLIC_URL);
    expect(text).not.toContain("evil.example");
  });
});

describe("client impersonation", () => {
  test("a registered “Claude” of evil.example is shown as evil.example, unverified", async () => {
    const { person, app } = await setUp({ client_name: "Claude", redirect_uris: ["https://evil.example/cb"] });
    const { text } = await person.browser.get(await startAuthorization(person, app));
    expect(text).toContain('<span class="host">evil.example</span>');
    expect(text).toContain("We have not verified this app");
    expect(text).not.toContain('class="badge"');
  });

  test("a program on the user's own machine is shown as one", async () => {
    const { person, app } = await setUp({ client_name: "Claude Code", redirect_uris: ["http://localhost:3000/cb"] });
    const { text } = await person.browser.get(await startAuthorization(person, app));
    expect(text).toContain("a program on your own computer");
  });

  test("markup in a client's name is shown as text", async () => {
    const { person, app } = await setUp({ client_name: '<script>alert(1)</script>"><img src=x onerror=1>' });
    const { text } = await person.browser.get(await startAuthorization(person, app));
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toMatch(/<script|<img/);
  });
});

describe("CSRF on consent", () => {
  const fieldsOf = async (
    person: Awaited<ReturnType<AuthFixture["createPerson"]>>,
    path: string,
  ): Promise<Record<string, string>> => ({
    ...hiddenFields((await person.browser.get(path)).text, path),
    workspace: person.workspaceId,
    scope: "products:read",
    decision: "allow",
  });
  const countGrants = async (userId: string) =>
    (await auth.db.system.query("SELECT FROM oauth_grants WHERE user_id = $1", [userId])).rowCount;

  test.each<[string, Record<string, string>]>([
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["a sibling host", { "Sec-Fetch-Site": "same-site" }],
  ])("a form sent by %s is rejected", async (_who, headers) => {
    const { person, app } = await setUp();
    const path = await startAuthorization(person, app);
    const answer = await person.browser.post(path, await fieldsOf(person, path), headers);
    expect([answer.status, await countGrants(person.userId)]).toEqual([403, 0]);
  });

  test("a form without its token, or with the token of another user or request, is rejected", async () => {
    const { person, app } = await setUp();
    const other = await auth.createPerson();
    const otherPath = await startAuthorization(person, app);
    const own = await fieldsOf(person, otherPath);
    const theirs = await fieldsOf(other, await startAuthorization(other, app));
    const path = await startAuthorization(person, app);
    const fields = await fieldsOf(person, path);
    const tokens = ["", "x", String(theirs.form_token), String(own.form_token)];
    for (const form_token of tokens) {
      expect((await person.browser.post(path, { ...fields, form_token })).status).toBe(403);
    }
    expect(await countGrants(person.userId)).toBe(0);
  });

  test("a request that another browser started cannot be answered", async () => {
    const { app } = await setUp();
    const attacker = await auth.createPerson();
    const victim = await auth.createPerson();
    expect((await victim.browser.get(await startAuthorization(attacker, app))).status).toBe(404);
  });

  test("the consent page requires a session; sign-in leads back to it", async () => {
    const { app } = await setUp();
    const browser = auth.visitor();
    const path = await startAuthorization({ browser }, app);
    const answer = await browser.get(path);
    expect([answer.status, answer.location]).toEqual([303, `/sign-in?return_to=${encodeURIComponent(path)}`]);
    expect((await browser.post(path, { decision: "allow" })).status).toBe(303);
  });
});

describe("a forged form", () => {
  test("grants nothing in another user's workspace", async () => {
    const { person, app } = await setUp();
    const other = await auth.createPerson();
    const path = await startAuthorization(person, app);
    await expect(decide(person, path, { workspaceId: other.workspaceId })).rejects.toThrow("422");
  });

  test("never grants managing a workspace", async () => {
    const { person, app, verifier } = await setUp();
    const scopes = ["products:read", "workspace:manage", "offline_access"];
    const tokens = await createTokens(auth, person, app, { verifier, scopes });
    expect(tokens.scope).toBe("products:read");
  });

  test("grants nothing that the role does not allow", async () => {
    const viewer = await auth.createPerson("viewer");
    const app = await createApp(auth);
    const tokens = await createTokens(auth, viewer, app, { scopes: ["products:read", "products:write"] });
    expect(tokens.scope).toBe("products:read");
    const path = await startAuthorization(viewer, app);
    await expect(decide(viewer, path, { scopes: ["products:write"] })).rejects.toThrow("422");
  });
});

describe("revocation", () => {
  test.each(["access_token", "refresh_token"] as const)(
    "revoking the %s revokes both, and every process is notified",
    async (kind) => {
      const { person, app } = await setUp();
      const tokens = await createTokens(auth, person, app);
      expect((await revoke(auth, app, tokens[kind])).status).toBe(200);
      expect([await isLive(tokens.access_token), await isLive(tokens.refresh_token)]).toEqual([false, false]);
      const { rows } = await auth.db.system.query("SELECT id, revoked_reason FROM oauth_grants WHERE user_id = $1", [
        person.userId,
      ]);
      expect(rows[0].revoked_reason).toBe("client");
      expect(auth.announced).toContain(rows[0].id);
      const audit = await auth.superuser.query(
        "SELECT action, actor FROM audit_entries WHERE object_id = $1 ORDER BY at, id",
        [rows[0].id],
      );
      expect(audit.rows.map(({ action, actor }) => [action, actor.type]).sort()).toEqual([
        ["connected_app.connected", "user"],
        ["connected_app.revoked", "client"],
      ]);
      const journal = await auth.db.system.query("SELECT FROM revocations WHERE subject = $1", [rows[0].id]);
      expect(journal.rowCount).toBe(1);
    },
  );

  test("an unknown token is answered like a known one, and another client's token is not revoked", async () => {
    const { person, app } = await setUp();
    const tokens = await createTokens(auth, person, app);
    expect((await revoke(auth, await createApp(auth), tokens.access_token)).status).toBe(200);
    expect((await revoke(auth, app, "skc_at_unknown")).status).toBe(200);
    expect(await isLive(tokens.access_token)).toBe(true);
  });

  test("leaving a workspace ends the user's connections in it", async () => {
    const { person, app } = await setUp();
    const tokens = await createTokens(auth, person, app);
    await auth.db.system.query("DELETE FROM memberships WHERE user_id = $1", [person.userId]);
    expect((await refresh(auth, app, tokens.refresh_token)).json.error).toBe("invalid_grant");
  });
});

describe("malformed requests", () => {
  test("repeated parameters are rejected at both endpoints", async () => {
    const { person, app } = await setUp();
    const page = await person.browser.get(`${authorizePath(app)}&state=other`);
    expect(linkOf(page).searchParams.get("error")).toBe("invalid_request");
    const body = `grant_type=refresh_token&refresh_token=a&refresh_token=b&client_id=${app.clientId}`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await readResponse(await auth.request("/oauth/token", { method: "POST", headers, body }));
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  test("tokens are not accepted in the URL", async () => {
    const { person, app } = await setUp();
    const tokens = await createTokens(auth, person, app);
    const query = `grant_type=refresh_token&client_id=${app.clientId}&refresh_token=${tokens.refresh_token}`;
    expect((await auth.request(`/oauth/token?${query}`)).status).toBe(405);
    const posted = await auth.request(`/oauth/token?${query}`, {
      method: "POST",
      body: new URLSearchParams({ client_id: app.clientId }),
    });
    expect(posted.status).toBe(400);
    expect(await isLive(tokens.refresh_token)).toBe(true);
  });

  test.each([
    ["a body of another type", "application/json", "{}", 400],
    ["a body that is too large", "application/x-www-form-urlencoded", `a=${"x".repeat(40_000)}`, 413],
    ["a body that is no form at all", "application/x-www-form-urlencoded", "\u0000%%%", 400],
  ])("%s is rejected in OAuth's error format", async (_what, type, body, status) => {
    const answer = await readResponse(
      await auth.request("/oauth/token", { method: "POST", headers: { "Content-Type": type }, body }),
    );
    expect([answer.status, answer.json.error]).toEqual([status, "invalid_request"]);
  });

  test("one network can start 300 authorizations per minute, because each stores a row", async () => {
    const { app } = await setUp();
    const browser = auth.visitor();
    const path = authorizePath(app);
    const statuses: number[] = [];
    for (let i = 0; i < 305; i += 1)
      statuses.push((await browser.get(path, { "X-Forwarded-For": "192.0.2.8" })).status);
    expect(statuses.indexOf(429)).toBe(300);
    expect((await browser.get(path, { "X-Forwarded-For": "192.0.2.9" })).status).toBe(303);
  });

  test("an unsupported grant type is rejected", async () => {
    const { app } = await setUp();
    for (const grant_type of [
      "password",
      "client_credentials",
      "implicit",
      "urn:ietf:params:oauth:grant-type:device_code",
    ]) {
      expect((await requestToken(auth, { grant_type, client_id: app.clientId })).json.error).toBe(
        "unsupported_grant_type",
      );
    }
  });
});
