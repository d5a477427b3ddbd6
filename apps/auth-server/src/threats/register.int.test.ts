import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createApp, createTokens, refresh, register, startAuthorization } from "../testing/app-client.js";
import { type AuthFixture, openAuthFixture } from "../testing/open-auth.js";

const HOUR = 3_600_000;

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const countClients = async () =>
  (await auth.db.system.query<{ count: number }>("SELECT count(*)::int AS count FROM oauth_clients")).rows[0]?.count;

test("a registration without redirect URIs is rejected with an error that names them", async () => {
  const { status, json } = await register(auth, { redirect_uris: undefined });
  expect([status, json.error]).toEqual([400, "invalid_redirect_uri"]);
  expect(json.error_description).toContain("redirect_uris must be a list of at least one URI");
});

test("a registration with known or unknown scopes, or a resource, succeeds without them", async () => {
  const { status, json } = await register(auth, {
    scope: "products:read openid admin",
    resource: "https://skucast.example/mcp",
    logo_uri: "http://169.254.169.254/latest",
    contacts: ["not an address"],
    token_endpoint_auth_method: "client_secret_post",
  });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
  });
  for (const left of ["scope", "resource", "logo_uri", "contacts", "client_secret"])
    expect(json).not.toHaveProperty(left);
});

describe("registrations are limited", () => {
  test.each([
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["file:///etc/passwd"],
    ["http://app.example/cb"],
    ["https://user:pass@app.example/cb"],
    ["https://app.example/cb#fragment"],
    ["https://localhost/cb"],
    ["https://127.0.0.1/cb"],
    ["https://10.0.0.8/cb"],
    ["https://app.example./cb"],
    ["ms-officecmd:x"],
    ["intent://app.example/#Intent;end"],
    ["/relative"],
    [""],
    [`https://app.example/${"x".repeat(1_000)}`],
  ])("the redirect URI %.60s is rejected", async (uri) => {
    const { status, json } = await register(auth, { redirect_uris: ["https://app.example/cb", uri] });
    expect([status, json.error]).toEqual([400, "invalid_redirect_uri"]);
  });

  test("an unknown app scheme does not invalidate the other redirect URIs", async () => {
    const redirect_uris = ["https://app.example/cb", "http://localhost/cb", "brand-new-agent://oauth"];
    const { status, json } = await register(auth, { redirect_uris });
    expect([status, json.redirect_uris]).toEqual([201, redirect_uris]);
  });

  test("a client whose registration is no longer valid is unknown, so that it registers again", async () => {
    const app = await createApp(auth, { redirect_uris: ["com.example.app:/cb"] });
    expect((await refresh(auth, app, "skc_rt_x")).json.error).toBe("invalid_grant");
    await auth.db.system.query(
      `UPDATE oauth_clients SET metadata = jsonb_set(metadata, '{redirect_uris}', '["file://cb"]') WHERE id = $1`,
      [app.clientId],
    );
    const { status, json } = await refresh(auth, app, "skc_rt_x");
    expect([status, json.error]).toEqual([401, "invalid_client"]);
  });

  test.each<[string, object]>([
    ["no redirect URI", { redirect_uris: [] }],
    ["a redirect URI that is no text", { redirect_uris: [{ toString: "https://a.example" }] }],
    ["21 redirect URIs", { redirect_uris: Array.from({ length: 21 }, (_, i) => `https://a.example/${i}`) }],
    ["a grant that is not offered", { grant_types: ["client_credentials"] }],
    ["a response type that is not offered", { response_types: ["token"] }],
    [
      "keys at an address without TLS",
      { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "http://a.example/" },
    ],
    ["a private key", { jwks: { keys: [{ kty: "EC", crv: "P-256", x: "a", y: "b", d: "c" }] } }],
    ["a shared key", { jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } }],
  ])("%s is rejected with 400", async (_what, metadata) => {
    expect((await register(auth, metadata)).status).toBe(400);
  });

  test("a body that is larger than 16 KiB, not JSON, or of another type is rejected", async () => {
    const send = (body: string, type = "application/json") =>
      auth.request("/oauth/register", { method: "POST", headers: { "Content-Type": type }, body });
    const answers = [
      await send(`{"a":"${"x".repeat(17_000)}"}`),
      await send("{"),
      await send("null"),
      await send("a=b", "text/plain"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([413, 400, 400, 400]);
  });

  test("names are stored without direction-changing or invisible characters", async () => {
    const { json } = await register(auth, { client_name: "Cla\u202Eude\u0000\n  by \u200BAnthropic" });
    expect(json.client_name).toBe("Claude by Anthropic");
  });

  test("one network can register 120 clients per hour", async () => {
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": "203.0.113.7" };
    const body = JSON.stringify({ redirect_uris: ["https://a.example/"] });
    const before = (await countClients()) ?? 0;
    const statuses: number[] = [];
    for (let i = 0; i < 130; i += 1) {
      statuses.push((await auth.request("/oauth/register", { method: "POST", headers, body })).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(((await countClients()) ?? 0) - before).toBeLessThanOrEqual(120);
    const refused = await auth.request("/oauth/register", { method: "POST", headers, body });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("at 10,000 registrations the oldest unused one is deleted, and never a used one", async () => {
    await auth.db.system.query(
      `INSERT INTO oauth_clients (id, metadata, created_at, expires_at, last_used_at)
       SELECT 'full_' || n, '{}', now() - interval '1 day', now() + interval '1 day', CASE WHEN n % 2 = 0 THEN now() END
       FROM generate_series(1, 10000) n`,
    );
    expect((await register(auth)).status).toBe(201);
    expect(await countClients()).toBe(10_000);
    await auth.db.system.query("UPDATE oauth_clients SET last_used_at = now()");
    expect((await register(auth)).status).toBe(400);
    expect(await countClients()).toBe(10_000);
    await auth.db.system.query("DELETE FROM oauth_clients");
  });

  test("an unused registration expires after a day, a used one after 90 days without use", async () => {
    const person = await auth.createPerson();
    const unused = await createApp(auth);
    const used = await createApp(auth);
    let tokens = await createTokens(auth, person, used);
    auth.passTime(25 * HOUR);
    await expect(startAuthorization(person, unused)).rejects.toThrow("not known to us");
    auth.passTime(50 * 24 * HOUR);
    tokens = (await refresh(auth, used, tokens.refresh_token)).json;
    auth.passTime(50 * 24 * HOUR);
    const answer = await refresh(auth, used, tokens.refresh_token);
    expect(answer.status).toBe(200);
    auth.passTime(91 * 24 * HOUR);
    expect((await refresh(auth, used, answer.json.refresh_token)).json.error).toBe("invalid_client");
  });
});

test("a registration returns no management token and has no management endpoint", async () => {
  const { json } = await register(auth);
  expect(json).not.toHaveProperty("registration_access_token");
  expect(json).not.toHaveProperty("registration_client_uri");
  expect((await auth.request(`/oauth/register/${json.client_id}`)).status).toBe(404);
});
