import { randomBytes } from "node:crypto";
import { request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { defineRoute } from "@skucast/contracts/define-route";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { createTurns } from "@skucast/service-kit/turns";
import express from "express";
import { z } from "zod";
import { createApiAuthentication } from "./authenticate.js";
import { createFastServer } from "./fast-server.js";
import type { HandlersOf } from "./handler.js";
import type { ClaimResult, IdempotencyStore, IdempotentRequest, StoredAnswer } from "./idempotency.js";
import { mountRoutes } from "./mount-routes.js";
import { createProblems } from "./problems.js";
import { createRateLimiter } from "./rate-limit.js";

const itemSchema = z.object({ name: z.string() });
const routes = {
  listItems: defineRoute({
    id: "listItems",
    method: "GET",
    path: "/items",
    tag: "Items",
    summary: "List",
    scope: "products:read",
    query: z.object({ limit: z.coerce.number().int().min(1).default(5), status: z.enum(["on", "off"]).optional() }),
    responses: { 200: z.object({ data: z.array(itemSchema) }) },
    errors: [],
  }),
  makeItem: defineRoute({
    id: "makeItem",
    method: "POST",
    path: "/items",
    tag: "Items",
    summary: "Make",
    scope: "products:write",
    query: z.object({
      validate_only: z
        .enum(["true", "false"])
        .default("false")
        .transform((value) => value === "true"),
    }),
    body: z.strictObject({ name: z.string().max(20), size: z.int().optional(), extra: z.unknown().optional() }),
    responses: { 201: itemSchema, 200: itemSchema },
    errors: ["precondition_failed"],
  }),
  getItem: defineRoute({
    id: "getItem",
    method: "GET",
    path: "/items/{sku}",
    tag: "Items",
    summary: "Get",
    scope: null,
    params: z.object({ sku: z.string().max(40) }),
    responses: { 200: itemSchema },
    errors: [],
  }),
  getClock: defineRoute({
    id: "getClock",
    method: "GET",
    path: "/clock",
    tag: "Items",
    summary: "Get what changes by itself",
    scope: null,
    hasUnversionedParts: true,
    responses: { 200: itemSchema },
    errors: [],
  }),
  batchItems: defineRoute({
    id: "batchItems",
    method: "POST",
    path: "/items/batch",
    tag: "Items",
    summary: "Batch",
    scope: "products:write",
    responses: { 202: null },
    errors: [],
  }),
  getFile: defineRoute({
    id: "getFile",
    method: "GET",
    path: "/file",
    tag: "Items",
    summary: "File",
    scope: "public",
    responses: { 200: "file" },
    errors: [],
  }),
  fail: defineRoute({
    id: "fail",
    method: "GET",
    path: "/fail/{how}",
    tag: "Items",
    summary: "Fail",
    scope: "public",
    params: z.object({ how: z.string() }),
    responses: { 204: null },
    errors: [],
  }),
};

/** Where clients learn how to get a token (RFC 9728). */
const METADATA = 'resource_metadata="https://skucast.example/.well-known/oauth-protected-resource/api/public/v1"';

/** Larger than every buffer on the way. */
const ROWS = Array.from({ length: 40 }, (_, i) => `${i},${randomBytes(i * 2_000).toString("hex")}\n`);
const made: string[] = [];
let makeItem: () => Promise<void> = async () => undefined;
let openFile: () => Promise<void> = async () => undefined;
let lastFile: Readable | null = null;
let lastSignal: AbortSignal | null = null;

const handlers: HandlersOf<typeof routes> = {
  listItems: async ({ query }) => ({ json: { data: [], limit: query.limit } }),
  makeItem: async ({ body, query }) => {
    await makeItem();
    if (!query.validate_only) made.push(body.name);
    return { status: 201, json: { name: body.name }, location: `/items/${body.name}`, etag: '"v1"' };
  },
  getItem: async ({ params: { sku } }) => ({ rawJson: JSON.stringify({ name: sku }), etag: '"v3"' }),
  getClock: async () => ({ json: { name: "clock" }, etag: '"v3"' }),
  batchItems: async () => ({}),
  getFile: async () => {
    await openFile();
    lastFile = Readable.from(ROWS);
    return { stream: lastFile, contentType: "text/csv", fileName: 'ä "x".csv' };
  },
  fail: async ({ params, signal }) => {
    lastSignal = signal;
    if (params.how === "slowly") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    if (params.how === "database") throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    if (params.how === "problem") throw new Problem("conflict", "No.", { members: { legal: ["a"] } });
    throw new Error("secret: SELECT * FROM users");
  },
};

const principal = (scopes: Principal["scopes"], workspaceId = "ws_1"): Principal => ({
  kind: "api_key",
  workspaceId,
  keyId: "key_1",
  scopes,
});
const principals: Record<string, Principal> = {
  all: principal(new Set(["products:read", "products:write"])),
  reader: principal(new Set(["products:read"])),
  member: {
    kind: "user",
    workspaceId: "ws_1",
    userId: "usr_1",
    sessionId: "ses_1",
    authenticatedAt: new Date(),
    scopes: new Set(["products:read", "products:write"]),
  },
  hasty: principal(new Set(["products:read"]), "ws_2"),
};

/** Keeps everything; the real store is in the database. */
class MemoryStore implements IdempotencyStore {
  readonly kept = new Map<string, { fingerprint: string; answer: StoredAnswer | null }>();
  #nameOf = (request: IdempotentRequest) => [request.workspaceId, request.method, request.path, request.key].join(" ");
  async begin(request: IdempotentRequest): Promise<ClaimResult> {
    const known = this.kept.get(this.#nameOf(request));
    if (!known) this.kept.set(this.#nameOf(request), { fingerprint: request.fingerprint, answer: null });
    if (!known) return "started";
    if (known.fingerprint !== request.fingerprint) return "mismatch";
    return known.answer ? { replay: known.answer } : "in_progress";
  }
  isDown = false;
  async finish(request: IdempotentRequest, answer: StoredAnswer) {
    if (this.isDown) throw new Error("store is down");
    this.kept.set(this.#nameOf(request), { fingerprint: request.fingerprint, answer });
  }
  async abandon(request: IdempotentRequest) {
    this.kept.delete(this.#nameOf(request));
  }
}

const logged: { request_id?: string; err?: unknown }[] = [];
const log = (fields: object) => void logged.push(fields);
let server: Server;
let base: string;
const store = new MemoryStore();

beforeAll(async () => {
  const router = mountRoutes({
    routes,
    handlers,
    authentication: createApiAuthentication({
      publicUrl: "https://skucast.example",
      verify: async (token) => principals[token] ?? null,
    }),
    rateLimiter: createRateLimiter({ requestsPerMinute: 1000 }),
    idempotency: store,
    turns: createTurns(),
    requireRecentSignIn: () => {},
    problems: createProblems({
      errorDocsUrl: "https://x.test/docs/errors",
      logger: { error: log, warn: log },
      translate: (error) =>
        String(error).includes("connect")
          ? new Problem("unavailable", undefined, { headers: { "Retry-After": "2" }, cause: error })
          : null,
    }),
    timeoutMs: 3_000,
  });
  const app = express();
  app.use("/api", router);
  server = createFastServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  made.length = 0;
  logged.length = 0;
  makeItem = async () => undefined;
});

interface Asked {
  method?: string;
  token?: string | null;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

async function ask(path: string, { method = "GET", token = "all", headers = {}, body }: Asked = {}) {
  const response = await fetch(base + path, {
    method,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
  });
  const text = await response.text();
  const json = text.startsWith("{") ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, json };
}

const post = (body: string | Buffer, headers: Record<string, string> = {}, path = "/items") =>
  ask(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

/** Sends paths unchanged, which fetch would normalize. */
function askRaw(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const headers = { authorization: "Bearer all" };
    httpRequest({ hostname, port, path: `/api${path}`, headers }, (res) => {
      let text = "";
      res.on("data", (chunk) => {
        text += String(chunk);
      });
      res.on("end", () => resolve({ status: res.statusCode ?? 0, text }));
    })
      .on("error", reject)
      .end();
  });
}

describe("routing", () => {
  test("a SKU may contain an encoded slash and other encoded characters", async () => {
    expect((await askRaw("/items/a%2Fb%20%C3%A4%25")).text).toBe('{"name":"a/b ä%"}');
  });
  test("wrongly encoded and too long path parameters are 400", async () => {
    expect((await askRaw("/items/%ff")).status).toBe(400);
    expect(JSON.parse((await askRaw(`/items/${"x".repeat(41)}`)).text)).toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "sku", code: "too_long" }],
    });
  });
  test("a literal path with another method does not hide a SKU of that name", async () => {
    expect((await ask("/items/batch")).json).toEqual({ name: "batch" });
    expect((await ask("/items/batch", { method: "POST" })).status).toBe(202);
  });
  test("an unknown path is a 404 problem, another method of a known path is 405 with Allow", async () => {
    expect((await ask("/nothing")).json).toMatchObject({ code: "not_found", status: 404 });
    expect((await ask("/items/")).status).toBe(404);
    const wrong = await ask("/items", { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  });
  test("OPTIONS answers 204 with Allow and without CORS headers", async () => {
    const answer = await ask("/items/batch", { method: "OPTIONS", token: null, headers: { origin: "https://a.test" } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
  test("a target in absolute form finds the same route", async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const head = "Host: x\r\nAuthorization: Bearer all\r\nConnection: close";
    socket.write(`GET http://shop.test/api/items?limit=3 HTTP/1.1\r\n${head}\r\n\r\n`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain('"limit":3');
  });
  test("HEAD returns the headers of GET without a body", async () => {
    const answer = await ask("/items/a", { method: "HEAD" });
    expect([answer.status, answer.text, answer.headers.get("content-length")]).toEqual([200, "", "12"]);
  });
});

describe("authentication", () => {
  test.each([
    ["no header", undefined],
    ["another scheme", "Basic YTpi"],
    ["no token", "Bearer "],
    ["two tokens", "Bearer a b"],
  ])("%s is 401 unauthorized with a bare challenge", async (_title, authorization) => {
    const answer = await ask("/items", { token: null, headers: authorization === undefined ? {} : { authorization } });
    expect(answer.json).toMatchObject({ status: 401, code: "unauthorized" });
    expect(answer.headers.get("www-authenticate")).toBe(`Bearer realm="skucast", ${METADATA}`);
  });
  test("an unknown token is 401 invalid_token, and a token in the query is ignored", async () => {
    const answer = await ask("/items", { token: "unknown" });
    expect(answer.json).toMatchObject({ status: 401, code: "invalid_token" });
    expect(answer.headers.get("www-authenticate")).toBe(`Bearer realm="skucast", error="invalid_token", ${METADATA}`);
    expect((await ask("/items?access_token=all", { token: null })).json.code).toBe("unauthorized");
  });
  test("a missing scope is 403 forbidden and names the scope", async () => {
    const answer = await ask("/items", { method: "POST", token: "reader", body: "{}" });
    expect(answer.json).toMatchObject({ status: 403, code: "forbidden" });
    expect(answer.headers.get("www-authenticate")).toBe(
      `Bearer realm="skucast", error="insufficient_scope", scope="products:write", ${METADATA}`,
    );
    expect(answer.headers.get("ratelimit")).not.toBeNull();
  });
  test("every authenticated response contains the budget", async () => {
    const answer = await ask("/items?limit=0", { token: "hasty" });
    expect(answer.headers.get("ratelimit-policy")).toBe('"default";q=1000;w=60');
    expect(answer.headers.get("ratelimit")).toBe('"default";r=999;t=1');
  });
  test("a well-formed request id of the client is returned, otherwise a new one", async () => {
    const mine = await ask("/nothing", { headers: { "request-id": "abc-1.2_3" } });
    expect([mine.headers.get("request-id"), mine.json.request_id]).toEqual(["abc-1.2_3", "abc-1.2_3"]);
    const bad = await ask("/nothing", { headers: { "request-id": "a b" } });
    expect(bad.headers.get("request-id")).toMatch(/^req_/);
  });
});

describe("query", () => {
  test("numbers are parsed and defaults are applied", async () => {
    expect((await ask("/items?limit=7")).json.limit).toBe(7);
    expect((await ask("/items?")).json.limit).toBe(5);
  });
  test("unknown parameters are rejected with the nearest known name, together with all other errors", async () => {
    const answer = await ask("/items?limt=2&status=up&limit=0");
    expect(answer.json).toMatchObject({ status: 400, code: "unknown_parameter" });
    expect(answer.json.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual([
      "limit",
      "limt",
      "status",
    ]);
    expect(JSON.stringify(answer.json.errors)).toContain("did you mean limit?");
  });
  test.each(["limit=0", "limit=x", "limit=1&limit=2", "status=%ff", "__proto__=1", "limit[a]=1"])(
    "%s is a 400",
    async (query) => {
      expect((await ask(`/items?${query}`)).status).toBe(400);
    },
  );
});

describe("body", () => {
  test("all errors are reported at once as 422, with pointers", async () => {
    const answer = await post('{"nam":"x","size":"big"}');
    expect(answer.json).toMatchObject({ status: 422, code: "validation_failed" });
    expect(answer.json.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual([
      "/nam",
      "/name",
      "/size",
    ]);
  });
  test.each([
    ["broken JSON", '{"name":}', 400],
    ["no bytes at all", "", 400],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ["a hundred thousand brackets", "[".repeat(100_000), 400],
    ["33 levels", `{"name":"a","extra":${"[".repeat(32)}${"]".repeat(32)}}`, 400],
    ["32 levels", `{"name":"a","extra":${"[".repeat(31)}${"]".repeat(31)}}`, 201],
    ["brackets in a string", `{"name":"a","extra":"\\"${"[".repeat(99)}"}`, 201],
    ["a key twice", '{"name":"a","name":"b"}', 400],
    ["a byte order mark", '\ufeff{"name":"a"}', 201],
    ["constructor as a key", '{"name":"a","constructor":1}', 422],
    ["null", "null", 422],
    ["a list", "[]", 422],
  ])("%s is answered %s", async (_title, body, status) => {
    expect((await post(body)).status).toBe(status);
  });
  test("__proto__ as a key changes no prototype", async () => {
    expect([201, 422]).toContain((await post('{"name":"a","__proto__":{"size":"x"}}')).status);
    expect(({} as { size?: unknown }).size).toBeUndefined();
  });
  test("malformed JSON is rejected with the position of the error", async () => {
    const answer = await post('{\n  "name": "a",\n  oops\n}');
    expect(answer.json).toMatchObject({ code: "invalid_json", line: 3, column: 3 });
  });
  test.each([
    ["text/plain", 415],
    ["application/json; charset=latin1", 415],
    ["application/merge-patch+json", 415],
    ["application/json;charset=UTF-8", 201],
    ["application/json; ", 201],
    ["application/json;; charset=utf-8;", 201],
  ])("media type %s is answered %i", async (type, status) => {
    expect((await post('{"name":"a"}', { "content-type": type })).status).toBe(status);
  });
  test("an empty body is reported as empty, with any media type", async () => {
    const answer = await post("", { "content-type": "text/plain" });
    expect(answer.json).toMatchObject({ status: 400, detail: expect.stringContaining("The body is empty") });
  });
  test("a body over the limit is 413, announced or not, compressed or not", async () => {
    const large = JSON.stringify({ name: "a", extra: "x".repeat(1_000_001) });
    expect((await post(large)).json).toMatchObject({ status: 413, code: "payload_too_large" });
    expect((await post(gzipSync(large), { "content-encoding": "gzip" })).status).toBe(413);
    const chunked = await fetch(`${base}/items`, {
      method: "POST",
      headers: { authorization: "Bearer all", "content-type": "application/json" },
      body: Readable.toWeb(Readable.from([Buffer.from(large)])) as never,
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });
  test("gzip is accepted; invalid gzip and other encodings are rejected", async () => {
    expect((await post(gzipSync('{"name":"z"}'), { "content-encoding": "gzip" })).json).toEqual({ name: "z" });
    expect((await post("nonsense", { "content-encoding": "gzip" })).status).toBe(400);
    expect((await post("x", { "content-encoding": "br" })).status).toBe(415);
  });
  test("the connection survives a rejected body", async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const head = "Host: x\r\nAuthorization: Bearer unknown\r\n";
    socket.write(`POST /api/items HTTP/1.1\r\n${head}Content-Length: 5\r\n\r\nhello`);
    socket.write(`GET /api/items HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text.match(/HTTP\/1\.1 401/g)).toHaveLength(2);
  });
});

describe("responses", () => {
  test("a created resource has status, URL and tag, and must be revalidated", async () => {
    const { status, headers } = await post('{"name":"a"}');
    expect([status, headers.get("location"), headers.get("etag")]).toEqual([201, "/items/a", '"v1"']);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
  test.each(['"v3"', 'W/"v3"', '"v1", "v3"', "*"])("If-None-Match: %s answers 304 without a body", async (tag) => {
    const answer = await ask("/items/a", { headers: { "if-none-match": tag } });
    expect([answer.status, answer.text, answer.headers.get("etag")]).toEqual([304, "", '"v3"']);
  });
  test("the tag includes the content if parts change without the version", async () => {
    const known = await ask("/clock", { headers: { "if-none-match": '"v3"' } });
    const etag = known.headers.get("etag") ?? "";
    expect([known.status, known.json.name, etag]).toEqual([200, "clock", expect.stringMatching(/^"v3-[\da-f]{16}"$/)]);
    expect((await ask("/clock", { headers: { "if-none-match": etag } })).status).toBe(304);
  });
  test("a file is streamed byte for byte, with a name that every client can read", async () => {
    const answer = await ask("/file", { token: null });
    expect(answer.text === ROWS.join("")).toBe(true);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="_ _x_.csv"; filename*=UTF-8''%C3%A4%20%22x%22.csv`,
    );
  });
  test("an unread file is closed: after HEAD, and after the deadline", async () => {
    expect((await ask("/file", { method: "HEAD" })).text).toBe("");
    expect(lastFile?.destroyed).toBe(true);
    const opened = Promise.withResolvers<void>();
    openFile = () => opened.promise;
    expect((await ask("/file")).status).toBe(503);
    openFile = async () => undefined;
    opened.resolve();
    await ask("/items");
    expect(lastFile?.destroyed).toBe(true);
  });
  test("a thrown problem keeps its members", async () => {
    expect((await ask("/fail/problem")).json).toEqual({
      type: "https://x.test/docs/errors#conflict",
      title: "Conflict",
      legal: ["a"],
      status: 409,
      detail: "No.",
      code: "conflict",
      request_id: expect.stringMatching(/^req_/),
    });
  });
  test("an internal error hides its cause from the client and logs it once with the request id", async () => {
    const answer = await ask("/fail/x");
    expect(answer.json).toMatchObject({ status: 500, code: "internal" });
    expect(answer.text).not.toContain("SELECT");
    expect(logged).toEqual([expect.objectContaining({ request_id: answer.json.request_id, err: expect.any(Error) })]);
  });
  test("an unavailable database is 503 with Retry-After", async () => {
    const answer = await ask("/fail/database");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  });
  test("a handler that takes too long is 503, and its signal aborts", async () => {
    const answer = await ask("/fail/slowly");
    expect(answer.json).toMatchObject({ status: 503, code: "unavailable" });
    expect(lastSignal?.aborted).toBe(true);
  });
});

describe("Idempotency-Key", () => {
  test("a repeated request gets the same response and is executed once; quoted and bare keys are the same", async () => {
    const first = await post('{"name":"once"}', { "idempotency-key": "k1" });
    const again = await post('{"name":"once"}', { "idempotency-key": '"k1"' });
    expect(made).toEqual(["once"]);
    expect([again.status, again.text, again.headers.get("location")]).toEqual([201, first.text, "/items/once"]);
    expect([first, again].map((answer) => answer.headers.get("idempotency-replayed"))).toEqual([null, "true"]);
  });
  test("another body with the same key is 422", async () => {
    await post('{"name":"a"}', { "idempotency-key": "k2" });
    expect((await post('{"name":"b"}', { "idempotency-key": "k2" })).json.code).toBe("idempotency_key_reused");
  });
  test("no caller gets the response to another caller of the same workspace", async () => {
    await post('{"name":"own"}', { "idempotency-key": "whose" });
    const other = await post('{"name":"own"}', { "idempotency-key": "whose", authorization: "Bearer member" });
    expect(other.json.code).toBe("idempotency_key_reused");
  });
  test("while the first request runs, a second is 409 with Retry-After", async () => {
    const entered = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    makeItem = () => {
      entered.resolve();
      return finished.promise;
    };
    const first = post('{"name":"a"}', { "idempotency-key": "k3" });
    await entered.promise;
    const second = await post('{"name":"a"}', { "idempotency-key": "k3" });
    finished.resolve();
    expect([second.status, second.json.code, second.headers.get("retry-after")]).toEqual([
      409,
      "request_in_progress",
      "1",
    ]);
    expect((await first).status).toBe(201);
  });
  test("no error uses up the key, so that the client can correct its request", async () => {
    for (const [error, status] of [
      [new Error("down"), 500],
      [new Problem("conflict"), 409],
      [new Problem("precondition_failed"), 412],
      [new Problem("validation_failed"), 422],
    ] as const) {
      makeItem = () => Promise.reject(error);
      expect((await post('{"name":"a"}', { "idempotency-key": "k4", "if-match": '"v1"' })).status).toBe(status);
    }
    makeItem = async () => undefined;
    const corrected = await post('{"name":"corrected"}', { "idempotency-key": "k4", "if-match": '"v2"' });
    expect([corrected.status, made]).toEqual([201, ["corrected"]]);
  });
  test.each(["if-match", "if-none-match"])("the same key with another %s is another request", async (name) => {
    const key = { "idempotency-key": name };
    await post('{"name":"a"}', { ...key, [name]: '"v1"' });
    expect((await post('{"name":"a"}', { ...key, [name]: '"v1"' })).headers.get("idempotency-replayed")).toBe("true");
    expect((await post('{"name":"a"}', { ...key, [name]: '"v2"' })).json.code).toBe("idempotency_key_reused");
    expect((await post('{"name":"a"}', key)).json.code).toBe("idempotency_key_reused");
  });
  test("a result that the store cannot keep is still sent, and the failure is logged", async () => {
    store.isDown = true;
    const answer = await post('{"name":"kept"}', { "idempotency-key": "k7" });
    store.isDown = false;
    expect([answer.status, logged.length]).toEqual([201, 1]);
  });
  test("errors before execution and dry runs do not use up the key", async () => {
    expect((await post('{"name":1}', { "idempotency-key": "k5" })).status).toBe(422);
    expect((await post('{"name":"a"}', { "idempotency-key": "k5" }, "/items?validate_only=true")).status).toBe(201);
    expect(made).toEqual([]);
    expect((await post('{"name":"a"}', { "idempotency-key": "k5" })).status).toBe(201);
    expect(made).toEqual(["a"]);
  });
  test.each([
    ["an empty key", ""],
    ["an empty quoted key", '""'],
    ["a key of 256 characters", "x".repeat(256)],
  ])("%s is rejected", async (_title, key) => {
    expect((await post('{"name":"a"}', { "idempotency-key": key })).status).toBe(400);
  });
  test("a result after the deadline is found by the retry", async () => {
    const finished = Promise.withResolvers<void>();
    makeItem = () => finished.promise;
    expect((await post('{"name":"late"}', { "idempotency-key": "k6" })).status).toBe(503);
    finished.resolve();
    makeItem = async () => undefined;
    const again = await post('{"name":"late"}', { "idempotency-key": "k6" });
    expect([again.status, made]).toEqual([201, ["late"]]);
  });
});

describe("preconditions that a write does not check", () => {
  const send = (name: string, headers: Record<string, string>) => post("{}", headers, name);

  test.each(["If-Match", "If-None-Match", "If-Unmodified-Since"])("%s is rejected", async (name) => {
    const { status, json } = await send("/items/batch", { [name]: '"v1"' });
    expect([status, json.code, json.detail]).toEqual([400, "bad_request", expect.stringContaining(name)]);
  });
  test("If-Unmodified-Since is rejected where entity tags are checked, unless If-Match is sent, too", async () => {
    const since = { "If-Unmodified-Since": "Wed, 25 Nov 2026 00:00:00 GMT" };
    expect((await post('{"name":"a"}', since)).json.detail).toContain("Use If-Match");
    expect((await post('{"name":"a"}', { ...since, "If-Match": '"v1"' })).status).toBe(201);
  });
  test("are ignored by reads", async () => {
    expect((await ask("/items", { headers: { "If-Match": '"v1"', "If-Unmodified-Since": "never" } })).status).toBe(200);
  });
});

test("a route without a handler cannot be mounted", () => {
  const options = { routes, handlers: {} as typeof handlers } as Parameters<typeof mountRoutes<typeof routes>>[0];
  expect(() => mountRoutes(options)).toThrow("has no handler");
});
