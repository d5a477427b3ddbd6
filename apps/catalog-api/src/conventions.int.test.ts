import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { AUDIT_EVENT_TYPES, EVENT_TYPES, PUBLIC_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { newId } from "@skucast/contracts/ids";
import { ROUTES } from "@skucast/contracts/routes";
import { SCOPES } from "@skucast/contracts/scopes";
import { newToken } from "@skucast/credentials/token";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const product = (sku: string, change: object = {}) => ({
  sku,
  title: "Tee",
  price_amount: 19.9,
  price_currency: "USD",
  availability: "in_stock",
  ...change,
});
/** About 13 kB of text without repetition, ASCII and other characters. */
const textOf = (n: number) => Array.from({ length: 700 }, (_, i) => `${n * 1_000 + i} é漢😀`).join("|");
const eventCount = async () => Number((await api.db.system.query("SELECT count(*) FROM events")).rows[0]?.count);

describe("authentication", () => {
  test.each([
    [undefined, "unauthorized"],
    ["", "unauthorized"],
    ["Bearer", "unauthorized"],
    ["Basic dTpw", "unauthorized"],
    ["Bearer a b", "unauthorized"],
    ["Bearer nonsense", "invalid_token"],
    [`Bearer ${newToken("sk")}`, "invalid_token"],
    [`Bearer ${newToken("at")}`, "invalid_token"],
    [`Bearer ${newToken("rt")}`, "invalid_token"],
  ])("with Authorization %p is 401 %s with a challenge", async (header, code) => {
    const answer = await api.ask("GET", "/products", {
      token: "",
      headers: header === undefined ? {} : { Authorization: header },
    });
    expect([answer.status, answer.json.code]).toEqual([401, code]);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="skucast"/);
    expect(answer.text).not.toContain("nonsense");
  });

  test("is required by every route", async () => {
    for (const { method, path } of Object.values(ROUTES)) {
      const answer = await api.ask(method, path.replace(/\{\w+\}/g, "x"), { token: "" });
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 401 });
    }
  });

  test("with a revoked key fails within the time limit", async () => {
    const { id, token } = await api.newWorkspace();
    expect((await api.ask("GET", "/me", { token })).status).toBe(200);
    await api.db.system.query("UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1", [id]);
    const rejected = await eventually(async () => {
      const answer = await api.ask("GET", "/me", { token });
      return answer.status === 401 && answer;
    });
    expect(rejected.json.code).toBe("invalid_token");
  });

  test("identifies the token, and its last use is stored", async () => {
    const { json } = await api.ask("GET", "/me");
    expect(json).toMatchObject({ kind: "api_key", workspace: { id: api.workspace.id, name: "Test" } });
    expect(json.scopes).toEqual(expect.arrayContaining([...SCOPES]));
  });

  test("in the query or in a cookie is ignored", async () => {
    const { token } = api.workspace;
    expect((await api.ask("GET", `/me?access_token=${token}`, { token: "" })).status).toBe(401);
    expect((await api.ask("GET", "/me", { token: "", headers: { Cookie: `token=${token}` } })).status).toBe(401);
  });
});

describe("Idempotency-Key", () => {
  const post = (key: string, body: object, path = "/products") =>
    api.ask("POST", path, { body, headers: { "Idempotency-Key": key } });

  test("replays the first response, quoted or bare, and changes nothing again", async () => {
    const first = await post("k-1", product("idem"));
    await api.ask("PATCH", "/products/idem", { body: { title: "Changed" } });
    const events = await eventCount();
    for (const key of ["k-1", '"k-1"']) {
      const again = await post(key, product("idem"));
      expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([201, first.text, "true"]);
      expect(again.headers.get("location")).toBe(first.headers.get("location"));
    }
    expect(await eventCount()).toBe(events);
  });

  test("with another body is 422; on another path it counts as another key", async () => {
    await post("k-2", product("idem-2"));
    expect((await post("k-2", product("idem-3"))).json.code).toBe("idempotency_key_reused");
    expect((await post("k-2", { items: [product("idem-4")] }, "/products/batch")).status).toBe(200);
  });

  test("sent a hundred times concurrently acts once: all responses are the same, or 409 with Retry-After", async () => {
    const { id, token } = await api.newWorkspace();
    const ask = { token, body: { url: "https://hooks.example.com/x" }, headers: { "Idempotency-Key": "once" } };
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.ask("POST", "/webhook-endpoints", ask)));
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
    const others = answers.filter(({ status }) => status !== 201);
    expect(made.size).toBe(1);
    expect(
      others.every(({ json, headers }) => json.code === "request_in_progress" && headers.get("retry-after") === "1"),
    ).toBe(true);
    const { rows } = await api.db.system.query("SELECT FROM webhook_endpoints WHERE workspace_id = $1", [id]);
    expect(rows).toHaveLength(1);
  });

  test.each([
    ["is negative", { price_amount: -1 }],
    ["is missing a required field", { price_amount: undefined }],
    [
      "has an override for an unknown channel",
      { channel_overrides: { ch_00000000000000000000000000: { title: "x" } } },
    ],
  ])("is not used up by a product that %s", async (title, change) => {
    const sku = title.replaceAll(" ", "-");
    expect((await post(sku, product(sku, change))).json.code).toBe("validation_failed");
    expect((await post(sku, product(sku))).status).toBe(201);
  });

  test("is not used up by a failed precondition", async () => {
    const { headers } = await post("k-6", product("idem-7"));
    const patch = (etag: string) =>
      api.ask("PATCH", "/products/idem-7", {
        body: { title: "Changed" },
        headers: { "Idempotency-Key": "k-7", "If-Match": etag },
      });
    expect((await patch('"v9"')).json.code).toBe("precondition_failed");
    expect((await patch(headers.get("etag") ?? "")).status).toBe(200);
    expect((await patch(headers.get("etag") ?? "")).headers.get("idempotency-replayed")).toBe("true");
  });

  test("gives a repeated DELETE or PUT the first response, which would otherwise be 404 or 412", async () => {
    const { headers } = await post("k-9", product("idem-9"));
    const ask = (method: string, path: string, key?: string, etag?: string) =>
      api.ask(method, path, {
        ...(method === "PUT" && { body: product("idem-9", { title: "Replaced" }) }),
        headers: { ...(key && { "Idempotency-Key": key }), ...(etag && { "If-Match": etag }) },
      });
    const etag = headers.get("etag") ?? "";
    const replaced = await ask("PUT", "/products/idem-9", "put", etag);
    const again = await ask("PUT", "/products/idem-9", "put", etag);
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, replaced.text, "true"]);
    expect((await ask("PUT", "/products/idem-9", undefined, etag)).status).toBe(412);
    const events = await eventCount();
    const deleted = [];
    for (const key of ["delete", "delete", undefined]) deleted.push(await ask("DELETE", "/products/idem-9", key));
    expect(deleted.map(({ status }) => status)).toEqual([204, 204, 404]);
    expect(deleted.map((answer) => answer.headers.get("idempotency-replayed"))).toEqual([null, "true", null]);
    expect(await eventCount()).toBe(events + 1);
  });

  test("is not used up by a batch without a valid item", async () => {
    const batch = (items: object[]) => post("k-8", { items }, "/products/batch");
    expect((await batch([{ sku: "idem-8" }])).status).toBe(422);
    expect((await batch([product("idem-8")])).json.summary.created).toBe(1);
  });

  test("is not used up by a dry run", async () => {
    expect((await post("k-4", product("idem-6"), "/products?validate_only=true")).status).toBe(200);
    expect((await post("k-4", product("idem-6"))).status).toBe(201);
  });

  test("stores no secret in plain text: a response with one is encrypted, and replayed completely", async () => {
    const first = await post("k-5", { url: "https://hooks.example.com/y" }, "/webhook-endpoints");
    expect(first.json.secret).toMatch(/^whsec_/);
    expect(first.headers.get("cache-control")).toBe("no-store");
    const newest = "SELECT response::text AS kept, key FROM idempotency_keys ORDER BY created_at DESC LIMIT 1";
    const { rows } = await api.db.system.query(newest);
    expect(rows[0]?.key).toMatch(/^[0-9a-f]{64}$/);
    const { secret } = first.json;
    for (const plain of [
      secret,
      Buffer.from(secret).toString("base64").slice(0, 40),
      Buffer.from(first.text).toString("base64").slice(40, 80),
    ]) {
      expect(rows[0]?.kept).not.toContain(plain);
    }
    expect((await post("k-5", { url: "https://hooks.example.com/y" }, "/webhook-endpoints")).text).toBe(first.text);
  });

  test.each(["", "x".repeat(256)])("of %p is 400", async (key) => {
    expect((await post(key, product("idem-7"))).json.code).toBe("bad_request");
  });
});

describe("HTTP", () => {
  test("a wrong method is 405 with Allow, OPTIONS returns the methods, an unknown path is 404", async () => {
    const wrong = await api.ask("DELETE", "/products");
    expect([wrong.status, wrong.json.code, wrong.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "GET, HEAD, OPTIONS, POST",
    ]);
    const options = await api.ask("OPTIONS", "/products/x", { token: "" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "DELETE, GET, HEAD, OPTIONS, PATCH, PUT"]);
    for (const path of ["/nothing", "/products/a/b", "//nothing", "//api/public/v2/products"]) {
      const answer = await api.ask("GET", path);
      expect([answer.status, answer.json?.code]).toEqual([404, "not_found"]);
    }
  });

  test("responses have no CORS headers, and a request id that a client can set", async () => {
    const own = await api.ask("GET", "/me", {
      headers: { Origin: "https://evil.example", "Request-Id": "my-request-1" },
    });
    expect(own.headers.get("request-id")).toBe("my-request-1");
    expect(own.headers.get("access-control-allow-origin")).toBeNull();
    expect((await api.ask("GET", "/nothing")).headers.get("request-id")).toMatch(/^req_/);
  });

  test.each([
    ["{", "invalid_json"],
    ['{"sku":}', "invalid_json"],
    ["", "invalid_json"],
    ["\u0000", "invalid_json"],
    ['{"a":1}}', "invalid_json"],
    [`${"[".repeat(100_000)}`, "invalid_json"],
    [`{"metadata":${'{"a":'.repeat(40)}1${"}".repeat(41)}`, "invalid_json"],
    ['{"__proto__":{"admin":true}}', "validation_failed"],
    ["[]", "validation_failed"],
    ["null", "validation_failed"],
    [`{"title":"${"x".repeat(1_000_000)}"}`, "payload_too_large"],
  ])("the body %.40s is rejected as %s", async (body, code) => {
    expect((await api.ask("POST", "/products", { body })).json.code).toBe(code);
  });

  test.each(["/feeds/feed_01jd0000000000000000000000/runs", "/runs/run_01jd0000000000000000000000/discard"])(
    "unknown fields are rejected in the optional body of %s, too",
    async (path) => {
      const unknown = await api.ask("POST", path, { body: '{"x":1}' });
      expect([unknown.status, unknown.json.errors]).toMatchObject([422, [{ pointer: "/x" }]]);
      expect((await api.ask("POST", path)).status).toBe(404);
    },
  );

  test("bytes that are not UTF-8 and other media types are rejected", async () => {
    expect((await api.ask("POST", "/products", { body: Buffer.from([0x7b, 0xff, 0x7d]) })).json.code).toBe(
      "invalid_json",
    );
    const xml = await api.ask("POST", "/products", { body: "<a/>", headers: { "Content-Type": "text/xml" } });
    expect([xml.status, xml.json.code]).toEqual([415, "unsupported_media_type"]);
    expect(xml.json.detail).toMatch(/^The Content-Type ".+" is not accepted: send application\/json in UTF-8\.$/);
  });

  test("an exceeded rate limit is 429 with Retry-After and the standard type, only for that workspace", async () => {
    const small = await openApiFixture({ SKUCAST_REQUESTS_PER_MINUTE: "3" });
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await small.ask("GET", "/me"));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
    expect(answers.map(({ headers }) => headers.get("ratelimit"))).toEqual([
      expect.stringMatching(/^"default";r=2;t=\d+$/),
      expect.stringMatching(/^"default";r=1;t=\d+$/),
      expect.stringMatching(/^"default";r=0;t=\d+$/),
      expect.stringMatching(/^"default";r=0;t=\d+$/),
    ]);
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answers[3]?.json.type).toBe("https://iana.org/assignments/http-problem-types#quota-exceeded");
    expect((await small.ask("GET", "/me", { token: (await small.newWorkspace()).token })).status).toBe(200);
    await small.close();
  });
});

describe("the API's own documentation", () => {
  test("OpenAPI 3.1 has every route with its responses, and every reference in it resolves", async () => {
    const { status, json: document } = await api.ask("GET", "/openapi.json", { token: "" });
    expect([status, document.openapi]).toEqual([200, expect.stringMatching(/^3\.1\./)]);
    for (const { id, method, path, responses } of Object.values(ROUTES)) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect({ id, operationId: operation?.operationId }).toEqual({ id, operationId: id });
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(Object.keys(responses)));
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, pointer = ""]) => pointer,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const pointer of new Set(references)) {
      const target = pointer
        .split("/")
        .reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
      expect({ pointer, isThere: target !== undefined }).toEqual({ pointer, isThere: true });
    }
  });

  test("the reference is served as a page, with the error codes that problems link to", async () => {
    const docs = await api.ask("GET", "/docs", { token: "" });
    expect([docs.status < 400, docs.headers.get("content-type") ?? "text/html"]).toEqual([
      true,
      expect.stringContaining("text/html"),
    ]);
    const errors = await api.ask("GET", "/docs/errors", { token: "" });
    expect(errors.text).toContain('id="stale_version"');
  });

  test("the event types have schemas and examples, without internal types", async () => {
    const { json } = await api.ask("GET", "/event-types");
    expect(json.data.map(({ type }: { type: string }) => type)).toEqual([...PUBLIC_EVENT_TYPES, ...AUDIT_EVENT_TYPES]);
    expect(json.data.length).toBeLessThan(EVENT_TYPES.length);
    for (const { schema, example } of json.data) expect([schema.type, typeof example]).toEqual(["object", "object"]);
  });
});

test("every response with a body names its type, and its charset if it is text", async () => {
  const typeOfText = /^(application\/(problem\+json|jsonl?)|text\/[a-z-]+); charset=utf-8$/;
  const typeOfBytes = /^application\/(gzip|x-tar)$/;
  const succeeded: string[] = [];
  const { token } = await api.newWorkspace();
  for (const { method, path, responses } of Object.values(ROUTES) as readonly {
    method: string;
    path: string;
    responses: object;
  }[]) {
    // A stream never ends; live.int.test.ts tests its type.
    if (Object.values(responses).includes("events")) continue;
    for (const more of [{ token }, { token: "" }]) {
      const { status, headers, text } = await api.ask(method, path.replace(/\{\w+\}/g, "x"), more);
      const type = headers.get("content-type") ?? "none";
      const isNamed = text === "" || typeOfText.test(type) || typeOfBytes.test(type);
      expect([method, path, status, type, isNamed]).toEqual([method, path, status, type, true]);
      if (status === 200) succeeded.push(path);
    }
  }
  expect(succeeded.length).toBeGreaterThan(20);
});

test("a failing endpoint has a new ETag although its version stays", async () => {
  const made = await api.ask("POST", "/webhook-endpoints", { body: { url: "https://hooks.example.com/fails" } });
  const etag = made.headers.get("etag") ?? "";
  await api.db.system.query("UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1", [made.json.id]);
  const again = await api.ask("GET", `/webhook-endpoints/${made.json.id}`, { headers: { "If-None-Match": etag } });
  expect([again.status, again.json.failing_since === null]).toEqual([200, false]);
  const tag = again.headers.get("etag") ?? "";
  expect(
    (await api.ask("GET", `/webhook-endpoints/${made.json.id}`, { headers: { "If-None-Match": tag } })).status,
  ).toBe(304);
  const change = { body: { description: "x" }, headers: { "If-Match": tag } };
  expect((await api.ask("PATCH", `/webhook-endpoints/${made.json.id}`, change)).status).toBe(200);
});

test("after a pause, earlier failures of an endpoint no longer count", async () => {
  const { json } = await api.ask("POST", "/webhook-endpoints", { body: { url: "https://hooks.example.com/paused" } });
  const path = `/webhook-endpoints/${json.id}`;
  await api.db.system.query("UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1", [json.id]);
  const stopped = await api.ask("PATCH", path, { body: { status: "paused" } });
  expect(stopped.json).toMatchObject({ status: "paused", failing_since: expect.any(String) });
  const started = await api.ask("PATCH", path, { body: { status: "active" } });
  expect(started.json).toMatchObject({ status: "active", failing_since: null });
});

test("events are listed newest first by type in pages, and each can be read by id", async () => {
  const { token } = await api.newWorkspace();
  for (const title of ["a", "b", "c"]) await api.ask("POST", "/products", { token, body: product("ev", { title }) });
  const all = await api.ask("GET", "/events", { token });
  expect(all.json.data.map(({ sequence, type }: Record<string, unknown>) => [sequence, type])).toEqual([
    [3, "product.updated"],
    [2, "product.updated"],
    [1, "product.created"],
  ]);
  const first = await api.ask("GET", "/events?limit=2", { token });
  const second = await api.ask("GET", `/events?limit=2&cursor=${first.json.next_cursor}`, { token });
  expect([...first.json.data, ...second.json.data]).toEqual(all.json.data);
  expect((await api.ask("GET", "/events?type=product.created", { token })).json.data).toHaveLength(1);
  expect((await api.ask("GET", "/events?type=product.*", { token })).json.data).toEqual(all.json.data);
  expect((await api.ask("GET", "/events?type=channel.*", { token })).json.data).toEqual([]);
  expect((await api.ask("GET", "/events?type=feed.run.queued", { token })).status).toBe(400);
  const { id: objectId } = all.json.data[0].data.object;
  expect((await api.ask("GET", `/events?object_id=${objectId}`, { token })).json.data).toEqual(all.json.data);
  expect((await api.ask("GET", "/events?object_id=prod_other", { token })).json.data).toEqual([]);
  const [newest] = all.json.data;
  expect((await api.ask("GET", `/events/${newest.id}`, { token })).json).toEqual(newest);
  expect(newest.data.previous).toEqual({ title: "b" });
});

test("products of a megabyte are stored and returned unchanged, in pages and by the URL of their events, compressed or not", async () => {
  const { token } = await api.newWorkspace();
  const long = (i: number) =>
    Object.fromEntries(Array.from({ length: 70 }, (_, k) => [`note ${k}`, textOf(i * 100 + k)]));
  const items = Array.from({ length: 12 }, (_, i) => product(`long-${i}`, { custom_attributes: long(i) }));
  for (const [i, item] of items.entries()) {
    const body = i % 2 === 0 ? item : gzipSync(JSON.stringify(item), { level: 1 });
    const { status } = await api.ask("POST", "/products", {
      token,
      body,
      headers: i % 2 === 0 ? {} : { "Content-Encoding": "gzip" },
    });
    expect(status).toBe(201);
  }
  const pagesOf = async (path: string) => {
    const found = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await api.ask("GET", `${path}&limit=5${cursor && `&cursor=${cursor}`}`, { token });
      expect(page.status).toBe(200);
      found.push(...page.json.data);
      cursor = page.json.next_cursor;
    }
    return found;
  };
  const attributesOf = (from: { sku: string; custom_attributes?: unknown }[]) =>
    from.map(({ sku, custom_attributes }) => ({ sku, custom_attributes })).sort((a, b) => (a.sku < b.sku ? -1 : 1));
  const given = attributesOf(items as never);
  expect(JSON.stringify(given).length).toBeGreaterThan(7_000_000);
  expect(attributesOf(await pagesOf("/products?status=active"))).toEqual(given);
  const events = await pagesOf("/events?type=product.created");
  expect(events).toHaveLength(items.length);
  // Too large for an event: each event names the omitted fields and links to its product.
  for (const { data } of events) {
    expect(data.omitted).toEqual({ object: ["custom_attributes"], previous: [] });
    const read = await api.ask("GET", data.url.slice("/api/public/v1".length), { token });
    expect(attributesOf([read.json])).toEqual(given.filter(({ sku }) => sku === data.object.sku));
  }
});

test("the log is followed with a cursor that is never null and never goes back", async () => {
  const { token } = await api.newWorkspace();
  for (const title of ["a", "b", "c"]) await api.ask("POST", "/products", { token, body: product("ev", { title }) });
  const read: number[] = [];
  let cursor = "";
  const follow = async () => {
    const { json } = await api.ask("GET", `/events?order=asc&type=product.*&limit=2${cursor}`, { token });
    read.push(...json.data.map(({ sequence }: { sequence: number }) => sequence));
    expect(json.next_cursor).toEqual(expect.any(String));
    cursor = `&cursor=${json.next_cursor}`;
    return json;
  };
  await eventually(async () => (await follow()) && read.length >= 3);
  expect(read).toEqual([1, 2, 3]);
  expect(await follow()).toMatchObject({ data: [], has_more: false });
  await api.ask("POST", "/products", { token, body: product("ev", { title: "d" }) });
  await eventually(async () => (await follow()) && read.length >= 4);
  expect(read).toEqual([1, 2, 3, 4]);
  expect((await api.ask("GET", `/events?type=product.*${cursor}`, { token })).json.code).toBe("invalid_cursor");
});

test("the file of a run is downloaded with its name, length and ETag; a run without a file is 404", async () => {
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await api.ask("POST", "/channels", { body: { name: "C", market } });
  const feed = await api.ask("POST", "/feeds", { body: { channel_id: channel.json.id, name: "F" } });
  const started = await api.ask("POST", `/feeds/${feed.json.id}/runs`);
  expect([started.status, started.json.status]).toEqual([202, "queued"]);
  const path = `/runs/${started.json.id}/file`;
  expect((await api.ask("GET", path)).json.code).toBe("not_found");
  const folder = join(api.filesDir, api.workspace.id, started.json.id);
  mkdirSync(folder, { recursive: true });
  const content = `id\n${Array.from({ length: 200_000 }, (_, i) => `A${i}\n`).join("")}`;
  writeFileSync(join(folder, "products.csv"), content);
  const file = { name: "products.csv", bytes: content.length, rows: 200_000, sha256: "ab" };
  await api.db.system.query("UPDATE runs SET files = $2 WHERE id = $1", [started.json.id, JSON.stringify([file])]);
  const answer = await api.ask("GET", path, { headers: { "Accept-Encoding": "identity" } });
  expect([answer.status, answer.headers.get("content-length"), answer.headers.get("etag")]).toEqual([
    200,
    String(content.length),
    '"ab"',
  ]);
  const coded = await api.ask("GET", path, { headers: { "Accept-Encoding": "gzip" } });
  expect([coded.headers.get("content-encoding"), coded.headers.get("etag")]).toEqual(["gzip", '"ab-gzip"']);
  expect([answer.text === content, coded.text === content]).toEqual([true, true]);
  expect(answer.headers.get("content-disposition")).toContain('filename="products.csv"');
  expect((await api.ask("GET", path, { headers: { "If-None-Match": '"ab"' } })).status).toBe(304);
  expect((await api.ask("HEAD", path)).text).toBe("");
  await api.db.system.query("UPDATE runs SET files = $2 WHERE id = $1", [
    started.json.id,
    JSON.stringify([{ ...file, name: "gone.csv" }]),
  ]);
  expect((await api.ask("GET", path)).json.code).toBe("not_found");
});

test("B's resources are not found with A's token, on every route with an id, and nothing of them is revealed", async () => {
  const a = await api.newWorkspace();
  const b = await api.newWorkspace();
  const make = async (path: string, body: object) => (await api.ask("POST", path, { token: b.token, body })).json;
  const market = { country: "US", currency: "USD", language: "en" };
  await make("/products", product("SECRET-SKU", { title: "canary-title" }));
  const channel = await make("/channels", { name: "canary-channel", market });
  const deliveries = [{ type: "https_pull" }];
  const feed = await make("/feeds", { name: "canary-feed", channel_id: channel.id, deliveries });
  const pull = await make(`/feeds/${feed.id}/pull-credentials`, { type: "https_pull", name: "canary-pull" });
  const destination = await make("/destinations", {
    name: "canary-destination",
    host: "93.184.216.34",
    username: "u",
    auth: { type: "password", password: "canary-pw" },
    host_keys: [`SHA256:${"A".repeat(43)}`],
  });
  const endpoint = await make("/webhook-endpoints", { url: "https://93.184.216.34/canary" });
  const run = await make(`/feeds/${feed.id}/runs`, {});
  const { rows } = await api.db.system.query("SELECT id FROM events WHERE workspace_id = $1 LIMIT 1", [b.id]);
  const delivery = newId("dlv");
  await api.db.system.query(
    "INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at) VALUES ($1, $2, $3, $4, 'pending', now())",
    [b.id, delivery, rows[0]?.id, endpoint.id],
  );
  const key = await make("/api-keys", { name: "canary-key" });
  const invitation = await make("/invitations", { email: "canary@example.com", role: "viewer" });
  const user = newId("usr");
  const app = newId("grt");
  await api.db.system.query("INSERT INTO users (id, email, password_hash) VALUES ($1, 'canary-user', 'x')", [user]);
  await api.db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
    b.id,
    user,
  ]);
  await api.db.system.query(
    `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, expires_at)
     VALUES ($1, $2, $3, 'canary-client', 'canary-app', 'canary.example', 'products:read', now(), now() + interval '1 day')`,
    [b.id, app, user],
  );
  const ids: Record<string, string> = {
    sku: "SECRET-SKU",
    channel_id: channel.id,
    feed_id: feed.id,
    destination_id: destination.id,
    run_id: run.id,
    pull_credential_id: pull.id,
    endpoint_id: endpoint.id,
    event_id: rows[0]?.id,
    delivery_id: delivery,
    api_key_id: key.id,
    invitation_id: invitation.id,
    user_id: user,
    connected_app_id: app,
  };
  expect(Object.values(ids).every((id) => typeof id === "string")).toBe(true);
  for (const { id, method, path, example, responses } of Object.values(ROUTES) as {
    id: string;
    method: string;
    path: string;
    example?: unknown;
    responses: object;
  }[]) {
    // A stream never ends; live.int.test.ts tests its contents and permissions.
    if (Object.values(responses).includes("events")) continue;
    const named = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "");
    const answer = await api.ask(method, named, {
      token: a.token,
      ...(example !== undefined && named !== path && { body: example }),
    });
    expect({ id, leaks: /canary/.test(answer.text) }).toEqual({ id, leaks: false });
    if (named === path) continue;
    // PUT may create A's own product with that SKU; 422 means that the example in the body has another SKU.
    const allowed = id === "replaceProduct" ? [201, 422] : [404];
    expect({ id, status: answer.status, isAllowed: allowed.includes(answer.status) }).toMatchObject({
      id,
      isAllowed: true,
    });
  }
  expect((await api.ask("GET", "/products/SECRET-SKU", { token: b.token })).json.title).toBe("canary-title");
  expect((await api.ask("GET", `/feeds?channel_id=${channel.id}`, { token: a.token })).json.data).toEqual([]);
});
