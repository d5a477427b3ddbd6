import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { updateChannel } from "@skucast/catalog/channels/update-channel";
import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, modern, sendRequest } from "../testing/send-request.js";

const ROUNDS = 100;

let gateway: GatewayFixture;
let replica: { readonly url: string; close(): Promise<void> };
let call: { ctx: GatewayFixture["ctx"]["catalog"]; principal: Principal };
let channelId: string;

beforeAll(async () => {
  gateway = await openGatewayFixture({ settings: { SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: "1000000" } });
  replica = await gateway.openReplica();
  const workspaceId = await gateway.newWorkspace();
  call = { ctx: gateway.ctx.catalog, principal: { kind: "system", workspaceId, scopes: new Set(SCOPES) } };
  const market = { country: "DE", currency: "EUR", language: "de" };
  const channel = channelCreateSchema.parse({ name: "Fleeting", market, defaults: { seller_name: "Acme" } });
  channelId = (await createChannel({ ...call, input: { channel } })).id;
  const mug = { sku: "mug", title: "Mug", price_amount: 9.5, price_currency: "EUR", availability: "in_stock" };
  await batchUpsertProducts({ ...call, input: { items: [mug], mode: "partial" } });
  await setPublic(true);
  await gateway.settleSearch();
});
afterAll(async () => {
  await replica.close();
  await gateway.close();
});

const setPublic = (isPublic: boolean) =>
  updateChannel({
    ...call,
    input: { id: channelId, patch: channelPatchSchema.parse({ in_public_directory: isPublic }) },
  });

/** Arguments with which each tool finds the product; `…` stands for the channel id. */
const WAYS = {
  search_catalog: { catalog: { query: "mug" } },
  lookup_catalog: { catalog: { ids: ["…:mug"] } },
} as const;
async function shownBy(url: string, name: keyof typeof WAYS): Promise<number> {
  const args = JSON.parse(JSON.stringify(WAYS[name]).replace("…", channelId)) as Record<string, unknown>;
  const { json } = await sendRequest(url, modern("tools/call", callOf(name, args)));
  return json.result.structuredContent.products.length;
}

test("an unpublished product is gone from every process, by search and by id", async () => {
  const urls = [gateway.publicUrl, `${replica.url}/public`];
  const samples: number[] = [];
  const measure = async (url: string, name: keyof typeof WAYS) => {
    const sinceMs = performance.now();
    while ((await shownBy(url, name)) > 0);
    samples.push(performance.now() - sinceMs);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = round % 2 === 0 ? "search_catalog" : "lookup_catalog";
    await setPublic(true);
    for (const url of urls) expect(await shownBy(url, name)).toBe(1);
    await setPublic(false);
    await Promise.all(urls.map((url) => measure(url, name)));
  }
  samples.sort((a, b) => a - b);
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => Math.round(samples[Math.ceil(samples.length * part) - 1] ?? 0));
  process.stdout.write(`\nunpublished, until gone: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms\n`);
  expect(samples).toHaveLength(2 * ROUNDS);
});
