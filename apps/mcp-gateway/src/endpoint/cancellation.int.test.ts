import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type Ask, ask, callOf, legacy, modern } from "../testing/ask.js";
import { fillWorkspace, openGateway, type TestGateway } from "../testing/open-gateway.js";

let gateway: TestGateway;
let workspaceId: string;
let ids: Awaited<ReturnType<typeof fillWorkspace>>;

beforeAll(async () => {
  gateway = await openGateway();
  workspaceId = await gateway.newWorkspace();
  ids = await fillWorkspace(gateway, workspaceId);
});
afterAll(() => gateway.close());

function send(token: string, { headers, body }: Ask): ClientRequest {
  const req = request(gateway.url, {
    method: "POST",
    headers: {
      ...{ Accept: "application/json, text/event-stream", "Content-Type": "application/json" },
      ...{ Authorization: `Bearer ${token}`, ...headers },
    },
  });
  req.on("error", () => {}).end(JSON.stringify(body));
  return req;
}

const product = { title: "T", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
const products = Array.from({ length: 100 }, (_, n) => ({ ...product, sku: `LEFT-${n}` }));
const argumentsOf: Record<string, () => Record<string, unknown>> = {
  upsert_products: () => ({ products }),
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

test.each(cases)("T11: $name, called $how, begins no further statement when $reason", async ({ name, end, era }) => {
  const token = gateway.keyOf(workspaceId);
  const closed = () => gateway.log.filter((line) => /"event":"http.request"/.test(line)).length;
  const [lines, before] = [gateway.log.length, closed()];
  const lock = await gateway.lockProducts();
  try {
    const req = send(token, era("tools/call", callOf(name, argumentsOf[name]?.())));
    await eventually(async () => (await lock.waiting()) === 1);
    end(req, token);
    await eventually(() => closed() > before);
  } finally {
    await lock.letGo();
  }
  const told = await eventually(() => gateway.log.slice(lines).find((line) => line.includes('"mcp.tool_called"')));
  expect(JSON.parse(told)).toMatchObject({ tool: name, outcome: "cancelled" });
  const skus = ["LEFT-0", "LEFT-99", "TEE-RED-M"];
  const looked = await ask(gateway.url, {
    token: gateway.keyOf(workspaceId),
    ...modern("tools/call", callOf("lookup_catalog", { skus })),
  });
  expect(looked.json.result.structuredContent.products.map(({ sku }: { sku: string }) => sku)).toEqual(["TEE-RED-M"]);
});
