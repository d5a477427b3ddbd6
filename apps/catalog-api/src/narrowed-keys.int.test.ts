import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import { SCOPES } from "@skucast/contracts/scopes";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
let owner: string;
let inId: string;
let outId: string;

beforeAll(async () => {
  api = await openApiFixture();
  owner = (await api.newWorkspace()).token;
  inId = await newChannel("Inside", ["IN-1"]);
  outId = await newChannel("Outside", ["OUT-1"]);
  for (const sku of ["IN-1", "OUT-1"]) await ask("POST", "/products", product(sku));
});
afterAll(() => api.close());

const product = (sku: string) => ({
  sku,
  title: sku,
  price_amount: 1,
  price_currency: "USD",
  availability: "in_stock",
});
const ask = (method: string, path: string, body?: unknown, token = owner) => api.ask(method, path, { body, token });

async function newChannel(name: string, include_skus: readonly string[]): Promise<string> {
  const market = { country: "US", currency: "USD", language: "en" };
  const selection = { filters: { brand: ["no such brand"] }, include_skus };
  return (await ask("POST", "/channels", { name, profile: "generic", market, selection })).json.id;
}

async function newKey(narrowing: object, token = owner) {
  const { status, json } = await ask("POST", "/api-keys", { name: "narrowed", ...narrowing }, token);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json as { id: string; secret: string; scopes: string[] | null; expires_at: string; channels: string[] | null };
}

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

describe("a key with scopes", () => {
  test("may do what they allow; errors name the missing scope", async () => {
    const { secret, scopes } = await newKey({ scopes: ["products:read", "products:read"] });
    expect(scopes).toEqual(["products:read"]);
    expect((await ask("GET", "/products", undefined, secret)).status).toBe(200);
    const rejected = await ask("POST", "/products", product("X"), secret);
    expect([rejected.status, rejected.json.code, rejected.json.required_scope]).toEqual([
      403,
      "forbidden",
      "products:write",
    ]);
    const me = (await ask("GET", "/me", undefined, secret)).json;
    expect(me).toMatchObject({ scopes: ["products:read"], can_manage: false, expires_at: null, channel_ids: null });
  });

  test.each([
    ["GET", "/products?channel_id=ch_01jd0000000000000000000000", "products:read", "channels:read"],
    [
      "GET",
      "/products?channel_id=ch_01jd0000000000000000000000&include=total_count&sort=-sku",
      "products:read",
      "channels:read",
    ],
    ["GET", "/products/TEE?include=channels", "products:read", "channels:read"],
    ["GET", "/products/TEE/channels", "products:read", "channels:read"],
    ["GET", "/channel-profiles/custom_shop", "products:read", "channels:read"],
    ["POST", "/channels/ch_01jd0000000000000000000000/preview", "channels:read", "products:read"],
    ["POST", "/webhook-endpoints/whe_01jd0000000000000000000000/rotate-secret", "webhooks:write", "webhooks:read"],
    ["GET", "/connected-apps", "products:read", "workspace:manage"],
  ])("%s %s with %s alone names the scope that it also needs", async (method, path, held, required) => {
    await ask("POST", "/products", product("TEE"));
    const { secret } = await newKey({ scopes: [held] });
    const rejected = await ask(method, path, method === "POST" ? {} : undefined, secret);
    expect([rejected.status, rejected.json.code, rejected.json.required_scope]).toEqual([403, "forbidden", required]);
    const challenge = rejected.headers.get("www-authenticate");
    expect(challenge).toContain('error="insufficient_scope"');
    if (required !== "workspace:manage") expect(challenge).toContain(`scope="${required}"`);
  });

  test("cannot manage the workspace without workspace:manage", async () => {
    const { secret } = await newKey({ scopes: [...SCOPES] });
    for (const path of ["/api-keys", "/members", "/audit-log", "/connected-apps"]) {
      expect((await ask("GET", path, undefined, secret)).status).toBe(403);
    }
  });
});

describe("a key that may write and not read", () => {
  beforeAll(() => ask("POST", "/products", product("UNREAD")));

  test.each([
    ["PATCH", "/products/UNREAD", {}],
    ["PATCH", "/products/UNREAD?validate_only=true", { title: "Tried" }],
    ["PATCH", "/products/UNREAD", { title: "Changed" }],
    ["PUT", "/products/UNREAD", product("UNREAD")],
    ["POST", "/products", { sku: "UNREAD" }],
    ["PATCH", "/channels/out", {}],
    ["PATCH", "/webhook-endpoints/own", {}],
  ])("gets no stored resource from %s %s %j, only its ETag", async (method, path, body) => {
    const { secret } = await newKey({ scopes: SCOPES.filter((scope) => scope.endsWith(":write")) });
    const hook = await ask("POST", "/webhook-endpoints", { url: "https://93.184.215.14/hook" });
    const full = path.replace("/channels/out", `/channels/${outId}`).replace("/own", `/${hook.json.id}`);
    const answer = await ask(method, full, body, secret);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const read = await ask("GET", full.split("?")[0] === "/products" ? "/products/UNREAD" : (full.split("?")[0] ?? ""));
    const isTrial = full.includes("validate_only");
    // The ETag of a GET may have the hash of parts that change without the version.
    const version = answer.headers.get("etag")?.slice(0, -1);
    if (isTrial) expect(version).toBeUndefined();
    else expect(read.headers.get("etag")).toContain(version);
  });

  test("gets what it created, and the results of a batch", async () => {
    const { secret } = await newKey({ scopes: ["products:write"] });
    const created = await ask("POST", "/products", product("WRITTEN"), secret);
    expect([created.status, created.json.sku]).toEqual([201, "WRITTEN"]);
    const batch = await ask("POST", "/products/batch", { items: [{ sku: "UNREAD" }] }, secret);
    expect(batch.json.results).toEqual([{ index: 0, sku: "UNREAD", status: "unchanged", version: expect.any(Number) }]);
  });

  test("ends an import of another key without reading it", async () => {
    const { secret } = await newKey({ scopes: ["products:write"] });
    const sent = { token: owner, body: "sku,title\nA,Tee\n", headers: { "Content-Type": "text/csv" } };
    const { json } = await api.ask("POST", "/imports?file_name=a.csv", sent);
    const cancelled = await ask("POST", `/imports/${json.id}/cancel`, undefined, secret);
    expect([cancelled.status, cancelled.text]).toEqual([204, ""]);
    expect((await ask("GET", `/imports/${json.id}`, undefined, secret)).status).toBe(403);
    expect((await ask("GET", `/imports/${json.id}`)).json.status).toBe("cancelled");
  });

  test("gets the same answer again with an Idempotency-Key, although the first caller could read", async () => {
    const { secret } = await newKey({ scopes: ["products:write"] });
    const headers = { "Idempotency-Key": "narrow-1" };
    const patch = (token: string) => api.ask("PATCH", "/products/UNREAD", { body: {}, token, headers });
    expect((await patch(owner)).status).toBe(200);
    expect((await patch(secret)).text).not.toContain("UNREAD");
  });

  test.each([
    ["POST", "/webhook-endpoints", { url: "https://93.184.215.14/hook" }],
    ["PATCH", "/webhook-endpoints/own", { url: "https://93.184.215.14/other" }],
    ["POST", "/webhook-endpoints/own/rotate-secret", {}],
  ])("sets up no endpoint that reads events for it: %s %s", async (method, path, body) => {
    const { secret } = await newKey({ scopes: ["webhooks:write"] });
    const hook = await ask("POST", "/webhook-endpoints", { url: "https://93.184.215.14/hook" });
    const { status, json } = await ask(method, path.replace("/own", `/${hook.json.id}`), body, secret);
    expect([status, json.code]).toEqual([403, "forbidden"]);
    expect(json.detail).toContain("webhooks:read");
  });

  test.each([
    ["POST", "/destinations", { url: "https://93.184.215.14/files" }],
    ["PATCH", "/destinations/own", { url: "https://93.184.215.14/other" }],
    ["PATCH", "/destinations/own", { headers: [{ name: "X-Own", value: "a" }] }],
  ])("has no files that it may not read sent to a server of its own: %s %s %j", async (method, path, body) => {
    const { secret } = await newKey({ scopes: ["feeds:write"] });
    const destination = { name: "Partner", type: "https", url: "https://93.184.215.14/files", auth: { type: "none" } };
    const { id } = (await ask("POST", "/destinations", destination)).json;
    const given = method === "POST" ? { ...destination, ...body } : body;
    const { status, json } = await ask(method, path.replace("/own", `/${id}`), given, secret);
    expect([status, json.code, json.required_scope]).toEqual([403, "forbidden", "feeds:read"]);
  });

  test("may rename a destination, and feed a server that others chose", async () => {
    const { secret } = await newKey({ scopes: ["feeds:write"] });
    const destination = { name: "Partner", type: "https", url: "https://93.184.215.14/files", auth: { type: "none" } };
    const { id } = (await ask("POST", "/destinations", destination)).json;
    expect((await ask("PATCH", `/destinations/${id}`, { name: "Renamed" }, secret)).status).toBe(204);
    const deliveries = [{ type: "sftp_push", destination_id: id }];
    const feed = { channel_id: outId, name: "Nightly", format: "csv", deliveries };
    expect((await ask("POST", "/feeds", feed, secret)).status).toBe(201);
  });
});

test("a key without limits has every permission, and shows it", async () => {
  const { secret, ...key } = await newKey({ scopes: null, expires_at: null, channels: null });
  expect(key).toMatchObject({ scopes: null, expires_at: null, channels: null });
  const me = (await ask("GET", "/me", undefined, secret)).json;
  expect(me).toMatchObject({ scopes: [...SCOPES], can_manage: true });
});

describe("a key that expires", () => {
  test("works until then, is rejected as an invalid token afterwards, and is listed as expired", async () => {
    const { id, secret } = await newKey({ expires_at: soon() });
    expect((await ask("GET", "/me", undefined, secret)).status).toBe(200);
    await api.db.system.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    const rejected = await eventually(async () => {
      const answer = await ask("GET", "/me", undefined, secret);
      return answer.status === 401 && answer;
    });
    const kept = (await ask("GET", `/api-keys/${id}`)).json;
    expect(rejected.json).toMatchObject({
      code: "invalid_token",
      detail: expect.stringMatching(`^The API key ${id} expired at ${kept.expires_at}. Use another key`),
    });
    const idsOf = async (status: string) =>
      (await ask("GET", `/api-keys?status=${status}`)).json.data.map((key: { id: string }) => key.id);
    expect(await idsOf("expired")).toEqual([id]);
    expect(await idsOf("active")).not.toContain(id);
    expect((await ask("GET", `/api-keys/${id}`)).json.status).toBe("expired");
  });
});

describe("a key with channels", () => {
  test("sees only its channels, their feeds and the products in them", async () => {
    const { secret } = await newKey({ channels: [inId] });
    const seen = async (path: string, field: string) =>
      (await ask("GET", path, undefined, secret)).json.data.map((each: Record<string, string>) => each[field]);
    expect(await seen("/channels", "id")).toEqual([inId]);
    expect(await seen("/products", "sku")).toEqual(["IN-1"]);
    for (const path of ["/events", "/webhook-endpoints", "/deliveries"]) {
      const { status, json } = await ask("GET", path, undefined, secret);
      expect([status, json.detail]).toEqual([403, expect.stringContaining("limited to channels")]);
    }
    for (const path of [`/channels/${outId}`, "/products/OUT-1"]) {
      expect((await ask("GET", path, undefined, secret)).status).toBe(404);
    }
    const me = (await ask("GET", "/me", undefined, secret)).json;
    expect(me).toMatchObject({ channel_ids: [inId], can_manage: false });
  });

  test("can write only the products in them, one by one or in a batch", async () => {
    const { secret } = await newKey({ channels: [inId] });
    expect((await ask("PATCH", "/products/IN-1", { title: "New" }, secret)).status).toBe(200);
    for (const sku of ["OUT-1", "NEW"]) {
      expect((await ask("POST", "/products", product(sku), secret)).json.code).toBe("forbidden");
    }
    const batch = await ask("POST", "/products/batch", { items: [product("OUT-1")] }, secret);
    expect(JSON.stringify(batch.json)).toContain("forbidden");
    expect((await ask("GET", "/products/OUT-1")).json.version).toBe(1);
  });

  test("and only read scopes cannot write, which the database enforces too", async () => {
    const { id, secret } = await newKey({ channels: [inId], scopes: ["products:read"] });
    expect((await ask("PATCH", "/products/IN-1", { title: "No" }, secret)).status).toBe(403);
    const { rows } = await api.superuser.query(
      "SELECT set_config('app.workspace_id', workspace_id, false), set_config('app.actor', id, false) FROM api_keys WHERE id = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
    expect((await api.superuser.query("SELECT actor_role() AS role, actor_writes() AS writes")).rows).toEqual([
      { role: "viewer", writes: false },
    ]);
    await ask("DELETE", `/api-keys/${id}`);
    expect((await api.superuser.query("SELECT actor_role() AS role, actor_is_member() AS is_member")).rows).toEqual([
      { role: null, is_member: false },
    ]);
  });
});

describe("a limited key cannot grant more than it has", () => {
  const MANAGING = ["products:read", "workspace:manage"];

  test.each([
    ["everything", {}, "products:write"],
    ["a scope that it lacks", { scopes: ["products:write"] }, "products:write"],
    ["a scope that it lacks, for its channels", { scopes: ["feeds:read"], channels: "in" }, "feeds:read"],
  ])("%s is rejected, also with validate_only", async (_what, request: Record<string, unknown>, named) => {
    const { secret } = await newKey({ scopes: MANAGING });
    const body = { name: "wider", ...request, ...(request.channels !== undefined && { channels: [inId] }) };
    for (const query of ["", "?validate_only=true"]) {
      const { status, json } = await ask("POST", `/api-keys${query}`, body, secret);
      expect([status, json.code]).toEqual([403, "forbidden"]);
      expect(json.detail).toContain(named);
    }
  });

  test("it can create keys with at most its own permissions, whose limits are in the audit log", async () => {
    const { secret } = await newKey({ scopes: MANAGING });
    const narrower = await newKey({ scopes: ["products:read"], channels: [inId] }, secret);
    expect(narrower).toMatchObject({ scopes: ["products:read"], channels: [inId] });
    const [entry] = (await ask("GET", `/audit-log?object_id=${narrower.id}`)).json.data;
    expect(entry.details).toEqual({ name: "narrowed", scopes: ["products:read"], channels: [inId] });
  });

  test("nothing outlives it: its keys expire no later, and it cannot invite members", async () => {
    const end = soon();
    const { secret } = await newKey({ expires_at: end });
    for (const expires_at of [null, new Date(Date.parse(end) + 1).toISOString()]) {
      expect((await ask("POST", "/api-keys", { name: "later", expires_at }, secret)).status).toBe(403);
    }
    expect((await newKey({ expires_at: end }, secret)).expires_at).toBe(end);
    const invited = await ask("POST", "/invitations", { email: "a@example.com", role: "viewer" }, secret);
    expect([invited.status, invited.json.code]).toEqual([403, "forbidden"]);
  });

  test("it can invite members only to roles whose permissions it has", async () => {
    const reading = [...PERMISSIONS_OF_ROLE.viewer, "workspace:manage"];
    const { secret } = await newKey({ scopes: reading });
    const invite = (role: string) => ask("POST", "/invitations", { email: `${role}@example.com`, role }, secret);
    expect((await invite("viewer")).status).toBe(201);
    for (const role of ["editor", "admin"]) expect((await invite(role)).status).toBe(403);
  });
});

describe("limits that are not valid are rejected with a pointer", () => {
  test.each([
    [{ scopes: [] }, "/scopes"],
    [{ scopes: ["products:admin"] }, "/scopes/0"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "/expires_at"],
    [{ expires_at: "tomorrow" }, "/expires_at"],
    [{ channels: [] }, "/channels"],
    [{ channels: ["ch_00000000000000000000000000"] }, "/channels/0"],
    [{ channels: "own", scopes: ["workspace:manage"] }, "/scopes"],
  ])("%j at %s", async (limits: Record<string, unknown>, pointer) => {
    const body = { name: "k", ...limits, ...(limits.channels === "own" && { channels: [inId] }) };
    const { status, json } = await ask("POST", "/api-keys", body);
    expect([status, json.errors[0].pointer]).toEqual([422, pointer]);
  });
});
