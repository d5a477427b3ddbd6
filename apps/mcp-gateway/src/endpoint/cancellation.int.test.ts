import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { eventually } from "@skucast/testkit/eventually";
import { fillWorkspace, type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, type RequestSpec, sendRequest } from "../testing/send-request.js";

let gateway: GatewayFixture;
let workspaceId: string;
let ids: Awaited<ReturnType<typeof fillWorkspace>>;

beforeAll(async () => {
  gateway = await openGatewayFixture({ settings: { SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: "10000" } });
  workspaceId = await gateway.newWorkspace();
  ids = await fillWorkspace(gateway, workspaceId);
  const principal: Principal = { kind: "system", workspaceId, scopes: new Set(SCOPES) };
  const market = { country: "DE", currency: "EUR", language: "de" };
  const channel = channelCreateSchema.parse({ name: "Public", market, in_public_directory: true });
  await createChannel({ ctx: gateway.ctx.catalog, principal, input: { channel } });
  await gateway.settleSearch();
});
afterAll(() => gateway.close());

const closed = () => gateway.log.filter((line) => /"event":"http.request"/.test(line)).length;

function send(url: string, token: string, { headers, body }: RequestSpec): ClientRequest {
  const req = request(url, {
    method: "POST",
    headers: {
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      Authorization: `Bearer ${token}`,
      ...headers,
    },
  });
  req.on("error", () => {}).end(JSON.stringify(body));
  return req;
}

const product = { title: "T", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
const products = Array.from({ length: 100 }, (_, n) => ({ ...product, sku: `LEFT-${n}` }));
const argumentsOf: Record<string, () => Record<string, unknown>> = {
  upsert_products: () => ({ products }),
  validate_products: () => ({ products }),
  delete_products: () => ({ skus: ["TEE-RED-M"] }),
  preview_feed: () => ({ feed_id: ids.feedId }),
  get_channel_issues: () => ({ channel_id: ids.channelId }),
};
const ENDS: [string, (req: ClientRequest, token: string) => void][] = [
  ["its client goes away", (req) => void req.destroy()],
  ["its key is revoked", (_req, token) => gateway.revoke(token)],
];
const cases = Object.keys(argumentsOf).flatMap((name) =>
  ENDS.flatMap(([reason, end]) => [
    { name, reason, end, how: "without a handshake", era: modern },
    { name, reason, end, how: "after initialize", era: legacy },
  ]),
);

test.each(cases)("T11: $name, called $how, starts no further statement when $reason", async ({ name, end, era }) => {
  const token = gateway.keyOf(workspaceId);
  const lines = gateway.log.length;
  const before = closed();
  const lock = await gateway.lockProducts();
  try {
    const req = send(gateway.url, token, era("tools/call", callOf(name, argumentsOf[name]?.())));
    await eventually(async () => (await lock.waiting()) === 1);
    end(req, token);
    await eventually(() => closed() > before);
  } finally {
    await lock.letGo();
  }
  const told = await eventually(() => gateway.log.slice(lines).find((line) => line.includes('"mcp.tool_called"')));
  expect(JSON.parse(told)).toMatchObject({ tool: name, outcome: "cancelled" });
  const skus = ["LEFT-0", "LEFT-99", "TEE-RED-M"];
  const looked = await sendRequest(gateway.url, {
    token: gateway.keyOf(workspaceId),
    ...modern("tools/call", callOf("lookup_catalog", { skus })),
  });
  expect(looked.json.result.structuredContent.products.map(({ sku }: { sku: string }) => sku)).toEqual(["TEE-RED-M"]);
});

const PLACE = "ch_00000000000000000000000000:mug";
const PUBLIC_ARGUMENTS: Record<string, Record<string, unknown>> = {
  search_catalog: { catalog: { query: "tee" } },
  lookup_catalog: { catalog: { ids: [PLACE] } },
  get_product: { catalog: { id: PLACE } },
  search: { query: "tee" },
  fetch: { id: PLACE },
};

test.each(Object.entries(PUBLIC_ARGUMENTS))(
  "T11: %s of /mcp/public begins no further statement when its visitors go away, and gives their places back",
  async (name, args) => {
    const asked = modern("tools/call", callOf(name, args));
    const lines = gateway.log.length;
    const before = closed();
    const lock = await gateway.lockProducts();
    try {
      const visits = Array.from({ length: LIMITS.publicOpenPerAddress }, () => send(gateway.publicUrl, "", asked));
      await eventually(async () => (await lock.waiting()) > 0);
      await eventually(async () => (await sendRequest(gateway.publicUrl, asked)).status === 429);
      for (const visit of visits) visit.destroy();
      await eventually(() => closed() >= before + LIMITS.publicOpenPerAddress);
    } finally {
      await lock.letGo();
    }
    const outcomes = () => {
      const told = gateway.log.slice(lines).filter((line) => line.includes('"mcp.tool_called"'));
      return told.length === LIMITS.publicOpenPerAddress && told.map((line) => JSON.parse(line).outcome);
    };
    expect(new Set(await eventually(outcomes))).toEqual(new Set(["cancelled"]));
    const again = await Promise.all(Array.from({ length: 5 }, () => sendRequest(gateway.publicUrl, asked)));
    expect(again.map(({ status }) => status)).toEqual(Array(5).fill(200));
  },
);
