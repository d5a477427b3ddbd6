import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fillWorkspace, type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, type Reply, type RequestSpec, sendRequest } from "../testing/send-request.js";

let gateway: GatewayFixture;
let token: string;
let reader: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  const workspaceId = await gateway.newWorkspace();
  await fillWorkspace(gateway, workspaceId);
  token = gateway.keyOf(workspaceId);
  reader = gateway.keyOf(workspaceId, ["products:read"]);
});
afterAll(() => gateway.close());

const send = (asked: RequestSpec) => sendRequest(gateway.url, { token, ...asked });

/** The same call with an unknown member of `params`, which is valid but only handled by the SDK. */
function unusual({ headers = {}, body }: RequestSpec): RequestSpec {
  const { params, ...message } = body as { params: object };
  return { headers, body: { ...message, params: { ...params, unheard: 1 } } };
}

/** The same call with more metadata. */
function withMeta({ headers = {}, body }: RequestSpec, more: object): RequestSpec {
  const { params, ...message } = body as { params: { _meta?: object } };
  return { headers, body: { ...message, params: { ...params, _meta: { ...params._meta, ...more } } } };
}

/** The client's view of a response, without the request id quoted in texts. */
const read = ({ status, json }: Reply) => [status, JSON.parse(JSON.stringify(json).replaceAll(/req_\w+/g, "req"))];

const CALLS = {
  "that succeeds": callOf("get_product", { sku: "TEE-RED-M" }),
  "without arguments": { name: "list_channels" },
  "with a wrong argument": callOf("get_product", { skew: 1 }),
  "of an unknown product": callOf("get_product", { sku: "NONE" }),
};

describe.each([
  ["without a handshake", modern],
  ["after initialize", legacy],
])("%s", (_era, era) => {
  test.each(Object.entries(CALLS))(
    "a call %s gets the same response as from the SDK, in one piece",
    async (_what, call) => {
      const plain = await send(era("tools/call", call));
      const bySdk = await send(unusual(era("tools/call", call)));
      expect(read(plain)).toEqual(read(bySdk));
      expect(plain.headers["content-length"]).toBe(String(Buffer.byteLength(plain.text)));
      // If both took the same path, this would compare nothing.
      expect(bySdk.headers["content-length"]).toBeUndefined();
    },
  );

  test.each([
    ["Claude Code", { "claudecode/toolUseId": "toolu_01", progressToken: 2 }],
    ["ChatGPT", { "openai/locale": "en-US", "openai/userLocation": { country: "DE" } }],
    ["tracing clients", { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }],
  ])("a call with the metadata of %s gets the same response as without it, in one piece", async (_client, more) => {
    const call = era("tools/call", CALLS["that succeeds"]);
    const plain = await send(withMeta(call, more));
    expect(read(plain)).toEqual(read(await send(call)));
    expect(plain.headers["content-length"]).toBe(String(Buffer.byteLength(plain.text)));
  });

  test.each([
    ["reserved members", { "io.modelcontextprotocol/unheard": 1 }],
    ["an invalid progress token", { progressToken: { of: 1 } }],
  ])("metadata with %s is left to the SDK", async (_what, more) => {
    const call = withMeta(era("tools/call", CALLS["that succeeds"]), more);
    const judged = await send(call);
    expect(judged.headers["content-length"]).toBeUndefined();
    expect(read(judged)).toEqual(read(await send(unusual(call))));
  });

  test("a string id is returned as a string", async () => {
    const { headers = {}, body } = era("tools/call", CALLS["that succeeds"]);
    const { json } = await send({ headers, body: { ...(body as object), id: '7"' } });
    expect(json.id).toBe('7"');
  });

  test("a tool that the caller's key may not use is rejected with the name of the scope", async () => {
    const { json } = await send({ ...era("tools/call", callOf("list_feeds")), token: reader });
    expect([json.result.isError, json.result.content[0]?.text]).toEqual([true, expect.stringContaining("feeds:read")]);
  });
});

test.each([
  ["invalid capabilities", { "io.modelcontextprotocol/clientCapabilities": 5 }],
  ["a client without a name", { "io.modelcontextprotocol/clientInfo": { version: "1" } }],
])("T7: metadata with %s is 400 with -32602", async (_what, wrong) => {
  const { status, json } = await send(withMeta(modern("tools/call", CALLS["that succeeds"]), wrong));
  expect([status, json.error.code]).toEqual([400, -32_602]);
});

test("non-object arguments are rejected as by the SDK", async () => {
  const { json } = await send(legacy("tools/call", { name: "get_product", arguments: [1] }));
  expect(json.error.code).toBe(-32_602);
});
