import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { newId } from "@skucast/contracts/ids";
import { fillWorkspace, type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import type { Structured } from "../testing/wire.js";
import { TOOLS } from "../tools.js";
import { NOTICE } from "./notice.js";

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent: Structured;
}

interface AnyClient {
  list(): Promise<readonly Record<string, unknown>[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  close(): Promise<void>;
}

const NAME = { name: "test", version: "1" };
const bearer = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

/** `@modelcontextprotocol/sdk`: starts with initialize. */
async function connectOld(url: string, token: string): Promise<AnyClient> {
  const client = new Client1(NAME);
  await client.connect(new Transport1(new URL(url), bearer(token)));
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as unknown as Result,
    close: () => client.close(),
  };
}

/** `@modelcontextprotocol/client`: detects the newest era itself. */
async function connectNew(url: string, token: string): Promise<AnyClient> {
  const client = new Client2(NAME, { versionNegotiation: { mode: "auto" } });
  await client.connect(new Transport2(new URL(url), bearer(token)));
  expect(client.getProtocolEra()).toBe("modern");
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as unknown as Result,
    close: () => client.close(),
  };
}

let gateway: GatewayFixture;
let token: string;
let ids: Awaited<ReturnType<typeof fillWorkspace>>;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  const workspaceId = await gateway.newWorkspace();
  ids = await fillWorkspace(gateway, workspaceId);
  token = gateway.appOf(workspaceId);
});
afterAll(() => gateway.close());

describe.each([
  ["@modelcontextprotocol/sdk", connectOld],
  ["@modelcontextprotocol/client", connectNew],
])("%s", (_name, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect(gateway.url, token);
  });
  afterAll(() => client.close());

  test("every tool has a title, an output schema and all four hints", async () => {
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    const hint = expect.any(Boolean);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        outputSchema: { type: "object" },
        inputSchema: { type: "object", additionalProperties: false },
        annotations: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
      });
    }
    expect(JSON.stringify(tools)).not.toContain("workspace_id");
  });

  test("each answer is returned as structured content and as the same text", async () => {
    const result = await client.call("list_channels", { response_format: "detailed" });
    expect(result.structuredContent).toEqual({
      notice: NOTICE,
      channels: [
        expect.objectContaining({
          id: ids.channelId,
          name: "Shop",
          selection: { filters: {}, include_skus: [], exclude_skus: ["A", "B"] },
        }),
      ],
      next_cursor: null,
      cut: null,
    });
    expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  });

  test("feeds and runs can be read by id and by page", async () => {
    const { structuredContent } = await client.call("list_feeds", { limit: 1, channel_id: ids.channelId });
    expect(structuredContent.feeds).toEqual([
      expect.objectContaining({ id: ids.feedId, next_run_at: expect.any(String) }),
    ]);
    const { structuredContent: one } = await client.call("get_run", { run_id: ids.runId });
    expect(one.run).toMatchObject({ id: ids.runId, status: "queued", counts: { selected: 0 } });
  });

  test("a long product is shortened, names the omitted fields, and returns them by name", async () => {
    const { structuredContent } = await client.call("get_product", { sku: "TEE-RED-M" });
    expect(structuredContent).toMatchObject({
      product: {
        sku: "TEE-RED-M",
        price: "19.90 EUR",
        omitted_fields: expect.arrayContaining(["custom_attributes.long_8"]),
      },
      cut: expect.stringContaining("request them by name"),
    });
    const fields = ["title", "custom_attributes.long_8"];
    const { structuredContent: named } = await client.call("get_product", { sku: "TEE-RED-M", fields });
    const product = { sku: "TEE-RED-M", title: "Red tee", custom_attributes: { long_8: "x".repeat(9_000) } };
    expect(named).toEqual({ notice: expect.any(String), product, cut: null });
  });

  test("a missing object and a foreign cursor are error results, with code and request id", async () => {
    const missing = await client.call("get_product", { sku: "NONE" });
    expect(missing.isError).toBe(true);
    expect(missing.content[0]?.text).toMatch(
      /no product with the SKU NONE.*\nsearch_catalog finds .*\n\(code not_found, request req_\w+\)$/,
    );
    const run = await client.call("get_run", { run_id: newId("run") });
    expect(run.content[0]?.text).toContain("not_found");
    const cursor = await client.call("list_feeds", { cursor: "bm90aGluZw" });
    expect(cursor.content[0]?.text).toContain("invalid_cursor");
  });
});

test("objects of another workspace are not found", async () => {
  const client = await connectNew(gateway.url, gateway.appOf(await gateway.newWorkspace()));
  expect((await client.call("get_product", { sku: "TEE-RED-M" })).isError).toBe(true);
  expect((await client.call("get_run", { run_id: ids.runId })).isError).toBe(true);
  expect((await client.call("list_channels")).structuredContent.channels).toEqual([]);
  await client.close();
});

test("each call writes one log line, with its outcome and without content", async () => {
  const lines = gateway.log.map((line) => JSON.parse(line)).filter(({ event }) => event === "mcp.tool_called");
  expect(lines[0]).toMatchObject({
    tool: "list_channels",
    outcome: "done",
    principal: "oauth",
    request_id: expect.any(String),
  });
  expect(gateway.log.join("")).not.toContain("Red tee");
});
