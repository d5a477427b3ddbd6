import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, type RequestSpec, sendRequest } from "../testing/send-request.js";

let gateway: GatewayFixture;
let token: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  token = gateway.keyOf(await gateway.newWorkspace());
});
afterAll(() => gateway.close());

const send = (asked: RequestSpec) => sendRequest(gateway.url, { token, ...asked });
const initialize = (protocolVersion: string) =>
  legacy("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } });

test.each(["2025-03-26", "2025-06-18", "2025-11-25"])(
  "T14, T9: initialize of %s is answered in that version, without a session",
  async (version) => {
    const { status, headers, json } = await send(initialize(version));
    expect(status).toBe(200);
    expect(json.result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: "skucast" },
      capabilities: { tools: {} },
    });
    expect(headers["mcp-session-id"]).toBeUndefined();
  },
);

test("T1, T9: the same URL answers a request without a handshake, with the server info in the metadata", async () => {
  const { status, headers, json } = await send(modern("tools/list"));
  expect(status).toBe(200);
  expect(json).toMatchObject({ id: 7, result: { resultType: "complete", ttlMs: 60_000, cacheScope: "private" } });
  expect(headers["mcp-session-id"]).toBeUndefined();
  expect((await send(modern("server/discover"))).json.result.supportedVersions).toEqual(["2026-07-28"]);
});

test.each(["GET", "DELETE", "PUT"])("T2: %s is 405 and names POST, with any credential", async (method) => {
  for (const asked of [{ method }, { method, token }]) {
    const { status, headers } = await sendRequest(gateway.url, asked);
    expect([status, headers.allow]).toEqual([405, "POST"]);
  }
});

test("T4, T8: a header that contradicts the body is 400 with -32020; a base64 name is decoded first", async () => {
  const asked = modern("tools/call", callOf("list_channels"));
  const other = await send({ ...asked, headers: { ...asked.headers, "Mcp-Name": "get_product" } });
  expect([other.status, other.json.error.code, other.json.id]).toEqual([400, -32_020, 7]);
  const method = await send({ ...asked, headers: { ...asked.headers, "Mcp-Method": "tools/list" } });
  expect([method.status, method.json.error.code]).toEqual([400, -32_020]);
  const encoded = `=?base64?${Buffer.from("list_channels").toString("base64")}?=`;
  const same = await send({ ...asked, headers: { ...asked.headers, "Mcp-Name": encoded } });
  expect(same.status).toBe(200);
});

test("T5, T8: an unknown version is 400 with -32022 and the supported versions", async () => {
  const { status, json } = await send(modern("tools/list", {}, "2031-01-01"));
  expect([status, json.error.code, json.id]).toEqual([400, -32_022, 7]);
  expect(json.error.data.supported).toEqual(["2026-07-28"]);
});

test("T6, T8: an unknown method is 404 with -32601 and the request's id", async () => {
  for (const method of ["tools/destroy", "initialize", "ping"]) {
    const { status, json } = await send(modern(method));
    expect([method, status, json.error.code, json.id]).toEqual([method, 404, -32_601, 7]);
  }
});

test("T7, T8: incomplete metadata is 400 with -32602", async () => {
  const { headers } = modern("tools/list");
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const body = { jsonrpc: "2.0", id: 7, method: "tools/list", params: { _meta } };
  const { status, json } = await send({ headers: headers ?? {}, body });
  expect([status, json.error.code, json.id]).toEqual([400, -32_602, 7]);
});

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];

test.each(LISTS)("an unknown cursor for %s is -32602, in both eras", async (method) => {
  for (const era of [modern, legacy]) {
    for (const cursor of ["bm90aGluZw", 5]) {
      const { json } = await send(era(method, { cursor }));
      expect([json.id, json.error.code, json.error.message]).toEqual([7, -32_602, expect.stringContaining("cursor")]);
    }
    for (const cursor of ["", null]) expect((await send(era(method, { cursor }))).json.error).toBeUndefined();
  }
});

test("an unknown tool is -32602, a wrong argument a result that names the error", async () => {
  for (const name of ["drop_tables", "constructor", "__proto__", "toString"]) {
    for (const [era, method, kind] of [
      [modern, "tools/call", "Tool"],
      [legacy, "tools/call", "Tool"],
      [legacy, "prompts/get", "Prompt"],
    ] as const) {
      const { json } = await send(era(method, callOf(name)));
      expect(json.error).toMatchObject({ code: -32_602, message: `${kind} ${name} not found` });
    }
  }
  const { json } = await send(modern("tools/call", callOf("get_product", { skew: 1 })));
  expect(json.result.isError).toBe(true);
  expect(json.result.content[0]?.text).toMatch(/sku/);
});

test("T13: a body over 1 MB is 413, also when it is compressed", async () => {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 7,
    method: "ping",
    params: { filler: "x".repeat(LIMITS.bodyBytesMax) },
  });
  expect((await send({ body })).status).toBe(413);
  expect((await send({ body: gzipSync(body), headers: { "Content-Encoding": "gzip" } })).status).toBe(413);
});

test("T13: a body nested deeper than the limit is 400, before it is parsed", async () => {
  const depth = LIMITS.jsonDepthMax + 1;
  const { status, json } = await send({ body: `${"[".repeat(depth)}${"]".repeat(depth)}` });
  expect([status, json.error.code, json.error.data.code]).toEqual([400, -32_700, "invalid_json"]);
});

test.each([
  ["text", "hello", 400],
  ["nothing", "", 400],
  ["a number", "5", 400],
  ["an empty batch", "[]", 400],
])("a body that is %s is a JSON-RPC error, not a crash", async (_what, body, expected) => {
  const { status, json } = await send({ body });
  expect(status).toBe(expected);
  expect(json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: expect.any(Number) } });
});

test("another content type is 415, an unknown path 404, both with the request id", async () => {
  const form = await send({ body: "a=b", headers: { "Content-Type": "application/x-www-form-urlencoded" } });
  expect([form.status, form.json.error.data.code]).toEqual([415, "unsupported_media_type"]);
  const lost = await sendRequest(`${gateway.url}/elsewhere`, { token, ...modern("tools/list") });
  expect([lost.status, lost.json.error.data.request_id]).toEqual([404, lost.headers["request-id"]]);
});

test("a batch of the oldest clients is answered, and limited", async () => {
  const one = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" });
  const headers = { "MCP-Protocol-Version": "2025-03-26" };
  const two = await send({ headers, body: [one(1), one(2)] });
  expect(two.text.match(/"id":[12]/g)?.sort()).toEqual(['"id":1', '"id":2']);
  const many = await send({
    headers,
    body: Array.from({ length: LIMITS.mcpBatchMessagesMax + 1 }, (_, id) => one(id)),
  });
  expect([many.status, many.json.error.data.code]).toEqual([400, "bad_request"]);
});

test("concurrent requests of one client each get their own response, in both eras, without a session", async () => {
  for (const era of [modern, legacy]) {
    const requests = Array.from({ length: 5 }, (_, n) => {
      const { headers = {}, body } = era("tools/list");
      return send({ headers, body: { ...(body as object), id: `list-${n}` } });
    });
    const replies = await Promise.all(requests);
    expect(replies.map(({ status, json }) => [status, json.id])).toEqual(replies.map((_, n) => [200, `list-${n}`]));
  }
});

test("a notification gets a response without a body", async () => {
  const { headers } = legacy("");
  const body = { jsonrpc: "2.0", method: "notifications/initialized" };
  const { status, text } = await send({ headers: headers ?? {}, body });
  expect([status, text]).toEqual([202, ""]);
});

test("T12: responses are neither cached nor buffered by proxies", async () => {
  const { headers } = await send(legacy("tools/list"));
  expect(headers["x-accel-buffering"]).toBe("no");
  expect(headers["cache-control"]).toMatch(/no-store|no-cache/);
});

test("a number that cannot be kept exactly is an error result of a call, and an error with the request's id otherwise", async () => {
  const inexact = (method: string, params: string, id = "7") =>
    send({ body: `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}` });
  const called = await inexact("tools/call", '{"name":"get_product","arguments":{"sku":12345678901234567890}}');
  expect([called.status, called.json.id, called.json.result.isError]).toEqual([200, 7, true]);
  expect(called.json.result.content[0]?.text).toMatch(/^\/sku: /);
  const listed = await inexact("tools/list", '{"_meta":{"n":12345678901234567890}}');
  expect(listed).toMatchObject({ status: 200, json: { id: 7, error: { code: -32_602 } } });
  const unreadable = await inexact("tools/list", "{}", "12345678901234567890");
  expect(unreadable).toMatchObject({ status: 422, json: { id: null, error: { code: -32_600 } } });
  const batch = await send({ body: '[{"jsonrpc":"2.0","id":7,"method":"ping","params":{"n":12345678901234567890}}]' });
  expect(batch).toMatchObject({ status: 422, json: { id: null } });
});
