import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parseKeyring } from "@skucast/credentials/keyring";
import { hashToken, tokenKind } from "@skucast/credentials/token";
import { eventually } from "@skucast/testkit/eventually";
import { signingKeys } from "../oauth/signing-keys.js";
import {
  authorizePath,
  createApp,
  createTokens,
  decide,
  newVerifier,
  readResponse,
  redeem,
  startAuthorization,
} from "../testing/app-client.js";
import { type AuthFixture, openAuthFixture, PUBLIC_URL } from "../testing/open-auth.js";

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const metadataOf = async (path: string, headers = {}) =>
  readResponse(await auth.request(`/.well-known/${path}`, { headers }));

test("only the SHA-256 of a token is stored, and its row does not contain it", async () => {
  const tokens = await createTokens(auth, await auth.createPerson(), await createApp(auth));
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const { rows } = await auth.db.system.query("SELECT sealed, model FROM oauth_artifacts WHERE id_hash = $1", [
      hashToken(token),
    ]);
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0].sealed).includes(token)).toBe(false);
  }
});

test("the use of a connection is recorded when its app gets tokens", async () => {
  const person = await auth.createPerson();
  await createTokens(auth, person, await createApp(auth));
  const lastUse = await eventually(async () => {
    const { rows } = await auth.db.system.query("SELECT last_used_at FROM oauth_grants WHERE user_id = $1", [
      person.userId,
    ]);
    return rows[0]?.last_used_at ?? undefined;
  });
  expect(lastUse).toEqual(auth.now());
});

test("tokens have our prefix and checksum, and are unique", async () => {
  const person = await auth.createPerson();
  const app = await createApp(auth);
  const first = await createTokens(auth, person, app);
  const second = await createTokens(auth, person, app);
  const all = [first, second].flatMap((tokens) => [tokens.access_token, tokens.refresh_token]);
  expect(all.map(tokenKind)).toEqual(["at", "rt", "at", "rt"]);
  expect(new Set(all).size).toBe(4);
});

describe("behind a proxy", () => {
  const forged = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    Forwarded: "host=evil.example;proto=http",
  };

  test("the metadata contains only the public URL, with any headers", async () => {
    for (const path of ["oauth-authorization-server", "openid-configuration", "oauth-protected-resource/mcp"]) {
      const plain = await metadataOf(path);
      const { text } = await metadataOf(path, forged);
      expect(text).toBe(plain.text);
      expect(text).not.toMatch(/evil|"http:|127\.0\.0\.1/);
    }
  });

  test("headers cannot change redirects or cookies", async () => {
    const person = await auth.createPerson();
    const app = await createApp(auth);
    const answer = await person.browser.get(authorizePath(app), forged);
    expect(answer.location).toMatch(/^\/connect\//);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; secure/i);
  });
});

test("cookies are signed, limited to this origin and path, and unavailable to scripts and over plain HTTP", async () => {
  const person = await auth.createPerson();
  const app = await createApp(auth);
  const answer = await person.browser.get(authorizePath(app));
  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.slice(0, cookie.indexOf("="))).sort()).toEqual([
    "__Secure-skc_connect",
    "__Secure-skc_connect.sig",
    "__Secure-skc_resume",
    "__Secure-skc_resume.sig",
  ]);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; secure/i);
    expect(cookie).toMatch(/; httponly/i);
    expect(cookie).toMatch(/; samesite=lax/i);
    expect(cookie).not.toMatch(/domain=/i);
  }
  const path = await startAuthorization(person, app);
  person.browser.cookies.set("__Secure-skc_connect.sig", "AAAAAAAAAAAAAAAAAAAAAAAAAAA");
  expect((await person.browser.get(path)).status).toBe(404);
});

describe("keys", () => {
  test("former keys stay published, and private keys never are", async () => {
    const { json } = await readResponse(await auth.request("/oauth/jwks"));
    expect(json.keys).toHaveLength(1);
    expect(Object.keys(json.keys[0]).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
    const k1 = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
    const k2 = `k2:${Buffer.alloc(32, 2).toString("base64")}`;
    const before = signingKeys(parseKeyring(k1));
    const after = signingKeys(parseKeyring(`${k2},${k1}`));
    expect(after).toHaveLength(2);
    expect(after[1]).toEqual(before[0]);
    expect(signingKeys(parseKeyring(k1))).toEqual(before);
  });

  test("neither openid nor userinfo is offered", async () => {
    const { json } = await metadataOf("openid-configuration");
    expect(json.scopes_supported).not.toContain("openid");
    expect(json).not.toHaveProperty("userinfo_endpoint");
    expect((await auth.request("/oauth/me")).status).toBe(404);
  });
});

describe("the metadata", () => {
  test("of the authorization server has the members that clients expect, at both URLs, with the exact issuer", async () => {
    const { json, headers } = await metadataOf("oauth-authorization-server");
    expect(json).toMatchObject({
      issuer: PUBLIC_URL,
      authorization_endpoint: `${PUBLIC_URL}/oauth/authorize`,
      token_endpoint: `${PUBLIC_URL}/oauth/token`,
      registration_endpoint: `${PUBLIC_URL}/oauth/register`,
      revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
      jwks_uri: `${PUBLIC_URL}/oauth/jwks`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      revocation_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(json.grant_types_supported.sort()).toEqual(["authorization_code", "refresh_token"]);
    expect(json.scopes_supported).toContain("offline_access");
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect((await metadataOf("openid-configuration")).json).toEqual(json);
  });

  test.each([
    ["", `${PUBLIC_URL}/mcp`],
    ["/mcp", `${PUBLIC_URL}/mcp`],
    ["/api/public/v1", `${PUBLIC_URL}/api/public/v1`],
  ])(
    "of the protected resource is at the root and with the path %s inserted, without offline_access",
    async (path, resource) => {
      const { json } = await metadataOf(`oauth-protected-resource${path}`);
      expect(json).toMatchObject({ resource, authorization_servers: [PUBLIC_URL] });
      expect(json.scopes_supported).not.toContain("offline_access");
    },
  );

  test("of the public MCP server is separate: it accepts and issues no tokens", async () => {
    expect((await metadataOf("oauth-protected-resource/mcp/public")).json).toEqual({
      resource: `${PUBLIC_URL}/mcp/public`,
      authorization_servers: [],
      scopes_supported: [],
      bearer_methods_supported: [],
      resource_name: "Skucast public directory",
    });
  });

  test("and the endpoints for programs allow scripts of any site; the browser page allows none", async () => {
    const origin = { Origin: "https://inspector.example" };
    const open = [
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-protected-resource/mcp",
      "/oauth/jwks",
    ];
    for (const path of open) {
      expect((await auth.request(path, { headers: origin })).headers.get("access-control-allow-origin")).toBe("*");
    }
    for (const path of ["/oauth/token", "/oauth/register", "/oauth/revoke"]) {
      const headers = {
        ...origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
      };
      const preflight = await auth.request(path, { method: "OPTIONS", headers });
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      const answer = await auth.request(path, { method: "POST", headers: origin, body: "" });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
    const page = await auth.request("/oauth/authorize?client_id=x", { headers: origin });
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("on a developer's machine, over plain HTTP, an app can connect", async () => {
  const local = await openAuthFixture({ publicUrl: "http://localhost:8080", replicas: 1 });
  try {
    const person = await local.createPerson();
    const app = await createApp(local);
    const verifier = newVerifier();
    const params = { resource: "http://localhost:8080/mcp" };
    const start = await person.browser.get(authorizePath(app, { verifier, params }));
    const end = await decide(person, start.location ?? "", {}, "http://localhost:8080");
    expect(end.searchParams.get("iss")).toBe("http://localhost:8080");
    expect((await redeem(local, app, end.searchParams.get("code") ?? "", verifier)).status).toBe(200);
    expect([...person.browser.cookies.keys()].some((name) => name.startsWith("__"))).toBe(false);
  } finally {
    await local.close();
  }
});
