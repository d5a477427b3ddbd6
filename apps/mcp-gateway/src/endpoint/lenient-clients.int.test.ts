import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, type RequestSpec, sendRequest } from "../testing/send-request.js";

let gateway: GatewayFixture;
let token: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  token = gateway.keyOf(await gateway.newWorkspace());
});
afterAll(() => gateway.close());

const CLIENT = { name: "t", version: "1" };
const initialize = legacy("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT });
const ENDPOINTS: [string, () => string][] = [
  ["/mcp", () => gateway.url],
  ["/mcp/public", () => gateway.publicUrl],
];
const send = (url: string, asked: RequestSpec, headers: Record<string, string> = {}) =>
  sendRequest(url, { token, ...asked, headers: { ...asked.headers, ...headers } });

describe.each(ENDPOINTS)("%s answers", (_path, url) => {
  const MESSAGES: [string, RequestSpec][] = [
    ["initialize", initialize],
    ["tools/list of 2025", legacy("tools/list")],
    ["tools/list of 2026", modern("tools/list")],
    ["a call of 2025", legacy("tools/call", callOf("search_catalog", {}))],
    ["a call of 2026", modern("tools/call", callOf("search_catalog", {}))],
  ];

  test.each(MESSAGES)("%s with any Accept header that allows JSON", async (_what, asked) => {
    const expected = (await send(url(), asked)).json;
    expect(expected.result).toBeDefined();
    for (const accept of ["*/*", "application/json", "application/*", "", "text/html, */*;q=0.8"]) {
      const { status, headers, json } = await send(url(), asked, { Accept: accept });
      expect({ accept, status, json }).toEqual({ accept, status: 200, json: expected });
      if (!/\*\/\*|^$/.test(accept)) expect(headers["content-type"]).toMatch(/^application\/json/);
    }
  });

  test("not a client that accepts neither JSON nor both JSON and an event stream", async () => {
    for (const accept of ["text/html", "application/json;q=0, text/html"]) {
      expect((await send(url(), initialize, { Accept: accept })).status).toBe(406);
    }
  });

  test("initialize with null or missing optional members: in the newest version", async () => {
    for (const params of [
      { protocolVersion: null, capabilities: null, clientInfo: CLIENT },
      { clientInfo: CLIENT, _meta: null },
    ]) {
      const { status, json } = await send(url(), { body: { jsonrpc: "2.0", id: 7, method: "initialize", params } });
      expect([status, json.result.protocolVersion]).toEqual([200, "2025-11-25"]);
    }
  });

  test("ambiguous input with an error that names the member", async () => {
    for (const [params, member] of [
      [{ protocolVersion: 5, capabilities: {}, clientInfo: CLIENT }, "params.protocolVersion"],
      [{ protocolVersion: "2025-11-25", capabilities: {} }, "params.clientInfo"],
    ] as const) {
      const { json } = await send(url(), { body: { jsonrpc: "2.0", id: 7, method: "initialize", params } });
      expect(json.error).toMatchObject({ code: -32_602, message: expect.stringMatching(new RegExp(`^${member}: `)) });
    }
    for (const era of [modern, legacy]) {
      const { json } = await send(url(), era("tools/call", { name: "search_catalog", arguments: "mugs" }));
      expect(json.error).toMatchObject({ code: -32_602, message: expect.stringMatching(/^params\.arguments: /) });
    }
  });
});

test("arguments are accepted as null, as a JSON string, and with lists, numbers and booleans as strings", async () => {
  const call = async (era: typeof modern, args: unknown, name = "search_catalog") =>
    (await send(gateway.url, era("tools/call", { name, arguments: args }))).json.result;
  for (const era of [modern, legacy]) {
    const expected = await call(era, { limit: 5 });
    expect(expected.isError ?? false).toBe(false);
    for (const args of ['{"limit": 5}', { limit: "5", query: null, cursor: null }, { limit: 5, fields: null }]) {
      expect(await call(era, args)).toEqual(expected);
    }
    expect((await call(era, null)).isError ?? false).toBe(false);
    const found = await call(era, { skus: '["A", "B"]' }, "lookup_catalog");
    expect(found.structuredContent.not_found).toEqual(["A", "B"]);
    const written = await call(era, { products: '[{"sku": "A"}]', validate_only: "true" }, "upsert_products");
    expect(written.structuredContent).toMatchObject({ stored: false, summary: { total: 1 } });
    const refused = await call(era, { limit: "many" });
    expect([refused.isError, refused.content[0]?.text]).toEqual([true, expect.stringContaining("limit")]);
  }
});

test("JSON in a string follows the rules of a body: no number changes, no member twice, none is dropped", async () => {
  const product = (more: string) => `{"sku":"S","title":"T","price_amount":1,"price_currency":"USD",${more}}`;
  for (const [more, message] of [
    ['"custom_attributes":{"id":9007199254740993}', /9007199254740993 would be read as 9007199254740992/],
    ['"metadata":{"__proto__":"x"}', /must not be named __proto__/],
  ] as const) {
    const products = `[${product(more)}]`;
    for (const args of [{ products }, JSON.stringify({ products }), `{"products":${products}}`]) {
      const { text } = await send(gateway.url, legacy("tools/call", { name: "upsert_products", arguments: args }));
      expect(text).toMatch(message);
    }
  }
  const twice = await send(
    gateway.url,
    legacy("tools/call", { name: "get_product", arguments: '{"sku":"A","sku":"B"}' }),
  );
  expect(twice.text).toMatch(/params\.arguments: must be an object, not string/);
});
