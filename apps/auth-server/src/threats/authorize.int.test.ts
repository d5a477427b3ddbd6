import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  authorizePath,
  connect,
  createApp,
  createTokens,
  decide,
  linkToAppOf,
  newVerifier,
  pathOf,
  redeem,
  refresh,
  requestToken,
  startAuthorization,
} from "../testing/app-client.js";
import { type AuthFixture, openAuthFixture, PUBLIC_URL } from "../testing/open-auth.js";

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const READING = ["channels:read", "feeds:read", "products:read", "webhooks:read"];
const grantsOf = async (userId: string) =>
  (await auth.db.system.query("SELECT * FROM oauth_grants WHERE user_id = $1 ORDER BY id", [userId])).rows;

describe("new consent for every connection", () => {
  test("connecting again prompts again, allows another workspace, and keeps the first connection", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    await createTokens(auth, person, app);
    const other = await auth.join(person, "owner", "Chairs");
    const path = await startAuthorization(person, app, { verifier: newVerifier() });
    expect((await person.browser.get(path)).text).toContain("Connect an app");
    await createTokens(auth, person, app, { workspaceId: other });
    const grants = await grantsOf(person.userId);
    expect(new Map(grants.map(({ workspace_id, revoked_at }) => [workspace_id, revoked_at]))).toEqual(
      new Map([
        [person.workspaceId, null],
        [other, null],
      ]),
    );
  });

  test("prompt=none is rejected with login_required, also after an earlier connection of the app", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    await createTokens(auth, person, app);
    const answer = await person.browser.get(authorizePath(app, { params: { prompt: "none" } }));
    expect(linkToAppOf(answer)?.url.searchParams.get("error")).toBe("login_required");
  });

  test("a user has at most 50 live connections of one app; the oldest are ended and announced", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    await auth.db.system.query(
      `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, last_used_at, expires_at)
       SELECT $1, 'grt_' || lpad(n::text, 26, '0'), $2, $3, '', '', '', now() - interval '1 day', now(), now() + interval '1 day'
       FROM generate_series(1, 50) n`,
      [person.workspaceId, person.userId, app.clientId],
    );
    await createTokens(auth, person, app);
    const live = (await grantsOf(person.userId)).filter(({ revoked_at }) => revoked_at === null);
    expect(live).toHaveLength(50);
    expect(auth.announced).toContain("grt_00000000000000000000000001");
  });
});

describe("the access that a user allows", () => {
  const PUBLISHING = [...READING, "channels:write", "feeds:write", "products:write"].sort();

  test.each([
    ["more than the app requested, by a preset", { access: "publish" }, PUBLISHING],
    ["more, by its box", { scopes: ["products:read", "feeds:write"] }, ["feeds:write", "products:read"]],
    ["editing", { access: "edit" }, [...READING, "products:write"].sort()],
    ["less", { scopes: ["products:read"] }, ["products:read"]],
    ["the read preset instead of the checked boxes", { access: "read", scopes: ["products:write"] }, READING],
    ["the checked boxes", { access: "chosen", scopes: ["products:read"] }, ["products:read"]],
  ])(
    "%s, is returned in the token response, enforced for the token, and kept by a refresh",
    async (_what, answer, scopes) => {
      const person = await auth.createPerson();
      const app = await createApp(auth);
      const params = { scope: "products:read channels:read" };
      const tokens = await createTokens(auth, person, app, { params, ...answer });
      expect(tokens.scope.split(" ").sort()).toEqual(scopes);
      const [grant] = await grantsOf(person.userId);
      expect(grant.scope.split(" ").sort()).toEqual(scopes);
      const { rows } = await auth.db.system.query(
        "SELECT scope FROM oauth_artifacts WHERE model = 'AccessToken' AND grant_id = $1",
        [grant.id],
      );
      expect(rows.map((row) => row.scope.split(" ").sort())).toEqual([scopes]);
      const renewed = await refresh(auth, app, tokens.refresh_token);
      expect(renewed.json.scope.split(" ").sort()).toEqual(scopes);
    },
  );

  test("is never more than the role allows, even with a forged form", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    await auth.db.system.query("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [person.userId]);
    for (const answer of [{ access: "publish" }, { scopes: [...READING, "products:write", "workspace:manage"] }]) {
      const tokens = await createTokens(auth, person, app, { params: { scope: "products:read" }, ...answer });
      expect(tokens.scope.split(" ").sort()).toEqual(READING);
    }
  });
});

describe("an authorization with missing parameters", () => {
  test.each([
    ["without a scope it requests read-only access", { scope: undefined }, READING],
    ["without a resource it uses ours", { resource: undefined }, ["products:read", "products:write"]],
    ["without both it requests read-only access to ours", { scope: undefined, resource: undefined }, READING],
  ])("%s, and succeeds", async (_what, params, scopes) => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const tokens = await createTokens(auth, person, app, { params });
    expect(tokens.scope.split(" ").sort()).toEqual(scopes);
  });

  test("unknown scopes and their parameters are ignored instead of rejected", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const params = {
      scope: "openid profile offline_access products:read",
      nonce: "n",
      max_age: "0",
      prompt: "select_account",
    };
    expect((await createTokens(auth, person, app, { params })).scope).toBe("products:read");
    expect((await createTokens(auth, person, app, { params: { scope: "openid", nonce: "n" } })).scope).toContain(
      "feeds:read",
    );
  });
});

describe("loopback ports", () => {
  test.each([
    ["http://localhost/callback", "http://localhost:53682/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1/callback"],
    ["http://127.0.0.1:33418/", "http://127.0.0.1:40000/"],
    ["http://[::1]:5000/cb", "http://[::1]:5001/cb"],
  ])("a client registered for %s may be redirected to %s, with any declared type", async (registered, used) => {
    const person = await auth.createPerson();
    for (const metadata of [{}, { application_type: "web" }]) {
      const app = { ...(await createApp(auth, { redirect_uris: [registered], ...metadata })), redirectUri: used };
      const verifier = newVerifier();
      const code = await connect(person, app, { verifier });
      expect((await redeem(auth, app, code, verifier)).status).toBe(200);
    }
  });

  test.each([
    ["http://localhost/callback", "http://localhost:1/other"],
    ["http://localhost/callback", "http://127.0.0.1/callback"],
    ["https://app.example/cb", "https://app.example:8443/cb"],
  ])("a client registered for %s must not be redirected to %s", async (registered, used) => {
    const app = { ...(await createApp(auth, { redirect_uris: [registered] })), redirectUri: used };
    const answer = await (await auth.createPerson()).browser.get(authorizePath(app));
    expect([answer.status, answer.location]).toEqual([400, null]);
  });

  test("an app with its own scheme is redirected to it", async () => {
    const app = await createApp(auth, { redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback"] });
    const person = await auth.createPerson();
    expect((await createTokens(auth, person, app)).access_token).toMatch(/^skc_at_/);
  });
});

test.each([
  ["without a challenge", { code_challenge: undefined, code_challenge_method: undefined }],
  ["with a plain one", { code_challenge_method: "plain" }],
])("an authorization %s is rejected, also for clients with their own keys", async (_what, params) => {
  const key = {
    kty: "EC",
    crv: "P-256",
    x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  };
  const confidential = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key] } };
  for (const metadata of [{}, confidential]) {
    const answer = await (await auth.createPerson()).browser.get(
      authorizePath(await createApp(auth, metadata), { params }),
    );
    expect(linkToAppOf(answer)?.url.searchParams.get("error")).toBe("invalid_request");
  }
});

describe("resources", () => {
  test.each([
    undefined,
    PUBLIC_URL,
    `${PUBLIC_URL}/`,
    `${PUBLIC_URL}/mcp`,
    `${PUBLIC_URL}/mcp/`,
    `${PUBLIC_URL}/api/public/v1`,
    `${PUBLIC_URL.toUpperCase()}/mcp`,
    `${PUBLIC_URL}:443/mcp`,
  ])("%s means the one resource, at both endpoints", async (resource) => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const verifier = newVerifier();
    const code = await connect(person, app, { verifier, params: { resource } });
    expect((await redeem(auth, app, code, verifier, resource && { resource })).status).toBe(200);
  });

  test("several names of the resource count as one", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const path = `${authorizePath(app)}&resource=${encodeURIComponent(`${PUBLIC_URL}/`)}`;
    expect(pathOf((await person.browser.get(path)).location)).toMatch(/^\/connect\//);
  });

  test.each([
    "https://elsewhere.example/mcp",
    `${PUBLIC_URL}/admin`,
    `${PUBLIC_URL}/MCP`,
    "not a url",
    `${PUBLIC_URL}/mcp#x`,
  ])("%s is rejected with invalid_target, and does not use up the code", async (resource) => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const verifier = newVerifier();
    const answer = await person.browser.get(authorizePath(app, { params: { resource } }));
    expect(linkToAppOf(answer)?.url.searchParams.get("error")).toBe("invalid_target");
    const code = await connect(person, app, { verifier });
    const refused = await redeem(auth, app, code, verifier, { resource });
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_target"]);
    expect((await redeem(auth, app, code, verifier)).status).toBe(200);
  });
});

describe("pages", () => {
  test("every page forbids framing, scripts and external assets, and is not cached", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const pages = [
      await person.browser.get(await startAuthorization(person, app)),
      await person.browser.get(authorizePath({ ...app, clientId: "unknown" })),
      await person.browser.get("/connect/nothing"),
      await person.browser.post("/oauth/authorize", {}),
    ];
    expect(pages.map(({ status }) => status)).toEqual([200, 400, 404, 405]);
    for (const { headers, text } of pages) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).not.toMatch(/<script|https?:\/\/fonts|@import/);
    }
  });

  test("the form may redirect the browser only to the app's redirect URI", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const { headers } = await person.browser.get(await startAuthorization(person, app));
    expect(headers.get("content-security-policy")).toContain(
      "form-action 'self' https://app.example;".replace(";", ""),
    );
  });
});

test("the user's decision is recorded once: a second click creates no second connection", async () => {
  const person = await auth.createPerson();
  const app = await createApp(auth);
  const path = await startAuthorization(person, app, { verifier: newVerifier() });
  const ends = await Promise.allSettled([decide(person, path), decide(person, path)]);
  expect(ends.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(await grantsOf(person.userId)).toHaveLength(1);
});

test("an unknown client gets 401 at the token endpoint, so that it registers again", async () => {
  const answer = await requestToken(auth, {
    grant_type: "authorization_code",
    code: "x",
    client_id: "gone",
    redirect_uri: "https://a.example",
  });
  expect([answer.status, answer.json.error]).toEqual([401, "invalid_client"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
