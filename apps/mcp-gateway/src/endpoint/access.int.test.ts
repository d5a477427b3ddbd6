import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, type RequestSpec, sendRequest } from "../testing/send-request.js";

const PUBLIC = "https://skucast.example";
const PAGE = "https://app.example";
let gateway: GatewayFixture;
let workspaceId: string;

beforeAll(async () => {
  gateway = await openGatewayFixture({
    settings: {
      SKUCAST_PUBLIC_URL: PUBLIC,
      SKUCAST_MCP_ALLOWED_ORIGINS: PAGE,
      SKUCAST_MCP_ALLOWED_HOSTS: "gateway.internal",
    },
  });
  workspaceId = await gateway.newWorkspace();
});
afterAll(() => gateway.close());

const HOST = { Host: "skucast.example" };
const send = ({ headers, ...asked }: RequestSpec) =>
  sendRequest(gateway.url, { ...asked, headers: { ...HOST, ...headers } });
const METADATA = `resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp"`;

test("without a token: 401 that points to the metadata and requests only read scopes", async () => {
  for (const asked of [modern("tools/list"), legacy("initialize")]) {
    const { status, headers, json } = await send(asked);
    expect([status, json.error.data.code]).toEqual([401, "unauthorized"]);
    const challenge = String(headers["www-authenticate"]);
    expect(challenge).toContain(METADATA);
    expect(challenge).toContain('scope="products:read channels:read feeds:read webhooks:read"');
    expect(challenge).not.toMatch(/error=|offline_access/);
  }
});

test("an unknown, expired or foreign token, or a session secret, is 401 invalid_token", async () => {
  const session = gateway.letIn({
    kind: "user",
    userId: newId("usr"),
    sessionId: newId("ses"),
    authenticatedAt: new Date(),
    workspaceId,
    scopes: new Set(),
  });
  for (const token of [newToken("at"), newToken("sk"), session, "rubbish"]) {
    const { status, headers, json } = await send({ ...modern("tools/list"), token });
    expect([status, json.error.data.code]).toEqual([401, "invalid_token"]);
    expect(headers["www-authenticate"]).toMatch(/error="invalid_token".*resource_metadata=/);
  }
});

test.each([
  ["revoked_at", "was revoked at"],
  ["expires_at", "expired at"],
])("the secret of a key whose %s is past gets 401 with what happened to it", async (column, what) => {
  const id = newId("key");
  const token = newToken("sk");
  const { db } = gateway.resources;
  await insertApiKey(db, { workspaceId, id, name: "Robot", secretHash: hashToken(token), lastFour: "abcd" });
  await db.system.query(`UPDATE api_keys SET ${column} = '2026-01-31T08:00:00Z' WHERE id = $1`, [id]);
  const { status, json } = await send({ ...modern("tools/list"), token });
  expect([status, json.error.data.code]).toEqual([401, "invalid_token"]);
  expect(json.error.message).toContain(`The API key ${id} ${what} 2026-01-31T08:00:00.000Z. Use another key`);
});

test("a token in the query is ignored", async () => {
  const token = gateway.keyOf(workspaceId);
  for (const name of ["access_token", "token", "api_key"]) {
    const { status } = await sendRequest(`${gateway.url}?${name}=${token}`, {
      ...modern("tools/list"),
      headers: { ...HOST, ...modern("tools/list").headers },
    });
    expect(status).toBe(401);
  }
  expect(gateway.log.join("")).not.toContain(token);
});

/** Calls a tool whose scope the token lacks. */
const BEYOND = callOf("get_product", { sku: "A" });

test("an app sees every tool; without the scope a call is 403 with the call's scopes, plus the current ones for clients that do not add them", async () => {
  const token = gateway.appOf(workspaceId, ["channels:read"]);
  const { json } = await send({ ...modern("tools/list"), token });
  expect(json.result.tools.map(({ name }: { name: string }) => name)).toContain("get_product");
  for (const era of [modern, legacy]) {
    const { status, headers } = await send({ ...era("tools/call", BEYOND), token });
    expect(status).toBe(403);
    const challenge = String(headers["www-authenticate"]);
    expect(challenge).toMatch(/error="insufficient_scope"/);
    expect(challenge).toContain(era === modern ? 'scope="products:read"' : 'scope="products:read channels:read"');
    expect(challenge).toContain(METADATA);
    expect((await send({ ...era("tools/call", callOf("list_channels")), token })).status).toBe(200);
  }
});

test("the same challenge is in the call's result, where ChatGPT reads it, with HTTP 200", async () => {
  const token = gateway.appOf(workspaceId, ["channels:read"]);
  for (const era of [modern, legacy]) {
    const asked = { ...era("tools/call", BEYOND), token };
    const { headers, json } = await send(asked);
    expect(json).toMatchObject({ jsonrpc: "2.0", id: 7, result: { isError: true } });
    expect(json.result._meta["mcp/www_authenticate"]).toEqual([headers["www-authenticate"]]);
    expect(json.result.content[0]?.text).toMatch(
      /lacks products:read\. Ask the user .*\n\(code forbidden, request req_/,
    );
    expect(json.result.resultType).toBe(era === modern ? "complete" : undefined);
    const chatGpt = await send({ ...asked, headers: { ...asked.headers, "User-Agent": "openai-mcp/1.0.0" } });
    expect([chatGpt.status, chatGpt.json.result._meta["mcp/www_authenticate"]]).toEqual([
      200,
      [chatGpt.headers["www-authenticate"]],
    ]);
  }
});

test("a scope that the user's role does not allow is not requested; the model learns why and who can change it", async () => {
  const token = gateway.appOf(workspaceId, ["products:read"], "viewer");
  for (const era of [modern, legacy]) {
    const { status, headers, json } = await send({ ...era("tools/call", callOf("delete_products")), token });
    expect([status, headers["www-authenticate"], json.result.isError]).toEqual([200, undefined, true]);
    expect(json.result.content[0]?.text).toMatch(/role .* does not allow products:write.* an owner or admin/);
    expect(JSON.stringify(json)).not.toContain("www_authenticate");
    const askable = await send({ ...era("tools/call", callOf("list_feeds")), token });
    const asked = era === modern ? 'scope="feeds:read"' : 'scope="products:read feeds:read"';
    expect(askable.headers["www-authenticate"]).toContain(asked);
  }
  const params = callOf("delete_products");
  const batch = await send({ body: [{ jsonrpc: "2.0", id: 1, method: "tools/call", params }], token });
  expect([batch.status, batch.headers["www-authenticate"], batch.json.error.message]).toEqual([
    403,
    undefined,
    expect.stringContaining("an owner or admin"),
  ]);
});

test("an argument with its own scope is challenged for together with the tool's scopes", async () => {
  const token = gateway.appOf(workspaceId, ["products:read"]);
  const call = (args: object) => send({ ...modern("tools/call", callOf("search_catalog", { ...args })), token });
  expect((await call({})).status).toBe(200);
  const { status, headers } = await call({ channel_id: newId("ch") });
  expect(status).toBe(403);
  expect(headers["www-authenticate"]).toContain('scope="products:read channels:read"');
});

test("a batch cannot bypass the scope check", async () => {
  const token = gateway.appOf(workspaceId, ["channels:read"]);
  const call = (id: number, name: string) => ({ jsonrpc: "2.0", id, method: "tools/call", params: callOf(name) });
  const body = [call(1, "list_channels"), call(2, "list_feeds")];
  const { status, headers } = await send({ body, token, headers: { "MCP-Protocol-Version": "2025-03-26" } });
  expect(status).toBe(403);
  expect(headers["www-authenticate"]).toContain('scope="channels:read feeds:read"');
});

test("an API key sees only the tools that it may call", async () => {
  const token = gateway.keyOf(workspaceId, ["feeds:read"]);
  const { json } = await send({ ...modern("tools/list"), token });
  expect(json.result.tools.map(({ name }: { name: string }) => name)).toEqual(["list_feeds", "list_runs", "get_run"]);
});

test("an API key without a scope gets an error that names it and who creates keys, without a challenge", async () => {
  const token = gateway.keyOf(workspaceId, ["products:read"]);
  const args = { channel_id: newId("ch") };
  for (const era of [modern, legacy]) {
    for (const call of [callOf("list_channels"), callOf("search_catalog", args)]) {
      const { status, headers, json } = await send({ ...era("tools/call", call), token });
      expect([status, headers["www-authenticate"], json.result.isError]).toEqual([200, undefined, true]);
      expect(json.result.content[0]?.text).toMatch(/API key lacks channels:read\. .* owners and admins/);
    }
  }
});

test("T3: another host is rejected, with and without a port; the configured ones are served", async () => {
  const token = gateway.keyOf(workspaceId);
  const statusAt = async (host: string) =>
    (await send({ token, ...modern("tools/list"), headers: { ...modern("tools/list").headers, Host: host } })).status;
  for (const host of ["evil.example", "skucast.example:8080", "skucast.example.evil.example", "127.0.0.1", "a b"])
    expect([host, await statusAt(host)]).toEqual([host, 403]);
  for (const host of ["user@skucast.example", "skucast.example#evil.example", "skucast.example/x", "skucast.example?x"])
    expect([host, await statusAt(host)]).toEqual([host, 403]);
  for (const host of ["skucast.example", "SKUCAST.example:443", "gateway.internal:9000"])
    expect([host, await statusAt(host)]).toEqual([host, 200]);
});

/** An Origin header that no browser sends: it contains a user name. */
const OTHER_FORM = "https://user@skucast.example";

test("T3: a page of another origin is rejected before its token is checked; an allowed origin may read the response", async () => {
  const token = gateway.keyOf(workspaceId);
  const from = (Origin: string, more: RequestSpec = {}) =>
    send({ token, ...modern("tools/list"), ...more, headers: { ...modern("tools/list").headers, Origin } });
  for (const origin of [
    "https://evil.example",
    "null",
    `${PAGE}.evil.example`,
    "http://app.example",
    OTHER_FORM,
    "rubbish",
  ]) {
    const { status, headers } = await from(origin);
    expect([origin, status, headers["access-control-allow-origin"]]).toEqual([origin, 403, undefined]);
    expect((await from(origin, { method: "OPTIONS" })).status).toBe(403);
  }
  const { status, headers } = await from(PAGE);
  expect([status, headers["access-control-allow-origin"], headers.vary]).toEqual([200, PAGE, "Origin"]);
  expect((await from(PUBLIC)).status).toBe(200);
});

test("a preflight request of an allowed origin succeeds, and its 401 can be read as well", async () => {
  const asked = await send({ method: "OPTIONS", headers: { Origin: PAGE, "Access-Control-Request-Method": "POST" } });
  expect(asked.status).toBe(204);
  expect(asked.headers["access-control-allow-methods"]).toBe("POST");
  expect(asked.headers["access-control-allow-headers"]).toMatch(/Authorization.*MCP-Protocol-Version.*Mcp-Name/);
  const refused = await send({ ...modern("tools/list"), headers: { ...modern("tools/list").headers, Origin: PAGE } });
  expect([refused.status, refused.headers["access-control-expose-headers"]]).toEqual([
    401,
    expect.stringContaining("WWW-Authenticate"),
  ]);
});

test("an exhausted budget is 429 with a retry time; each message of a batch counts", async () => {
  const small = await openGatewayFixture({ settings: { SKUCAST_REQUESTS_PER_MINUTE: "3" } });
  try {
    const token = small.keyOf(await small.newWorkspace());
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    expect((await sendRequest(small.url, { token, body: [ping(1), ping(2), ping(3)] })).status).toBe(200);
    const { status, headers, json } = await sendRequest(small.url, { token, body: ping(4) });
    expect([status, json.id, json.error.data.code]).toEqual([429, 4, "rate_limited"]);
    const long = { ...ping(5), params: { _meta: { note: "x".repeat(20_000) } } };
    expect((await sendRequest(small.url, { token, body: long })).json).toMatchObject({ id: null });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  } finally {
    await small.close();
  }
});
