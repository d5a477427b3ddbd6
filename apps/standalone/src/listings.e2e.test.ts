import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

let deployment: Deployment;
let channelId = "";
beforeAll(async () => {
  deployment = await createDeploymentOnTestDatabase();
  await deployment.start();
  const market = { country: "US", currency: "USD", language: "en" };
  const defaults = { seller_name: "Acme", brand: "Acme" };
  const channel = { name: "Agents", profile: "openai_products", market, defaults };
  channelId = String((await deployment.api().call("POST", "/channels", channel)).id);
});
afterAll(() => deployment.remove());

const put = (sku: string, change: object = {}) =>
  deployment.api().call("POST", "/products", {
    sku,
    title: sku,
    price_amount: 10,
    price_currency: "USD",
    availability: "in_stock",
    description: "d",
    url: "https://shop.example.com/p",
    image_url: "https://shop.example.com/p.jpg",
    ...change,
  });

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
type Answer = any;
const get = async (path: string): Promise<Answer> => deployment.api().call("GET", path);
const inChannel = async (sku: string) =>
  (await get(`/products/${sku}/channels`)).data.find((found: Answer) => found.channel_id === channelId);

test("preview, run, product and channel report the same state", async () => {
  await put("GOOD");
  await put("BAD", { image_url: null });
  const preview: Answer = await deployment.api().call("POST", `/channels/${channelId}/preview`, { limit: 200 });
  expect(preview.invalid.map(({ sku }: Answer) => sku)).toContain("BAD");
  expect(await inChannel("GOOD")).toMatchObject({ status: "pending", last_published_at: null });

  const feed = await deployment.api().call("POST", "/feeds", { channel_id: channelId, name: "Nightly", guards: {} });
  const started = await deployment.api().call("POST", `/feeds/${feed.id}/runs`, {});
  const run = await eventually(async () => {
    const found = await get(`/runs/${started.id}`);
    return found.finished_at === null ? undefined : found;
  });
  const { selected, written, excluded, invalid } = preview.counts;
  expect(run.counts).toMatchObject({ selected, written, excluded, invalid });
  expect(await inChannel("GOOD")).toMatchObject({ status: "published", last_published_at: run.finished_at });
  expect(await inChannel("BAD")).toMatchObject({ status: "invalid", issues: [{ code: "missing_value" }] });

  const listed = await eventually(async () => {
    const issues = await get(`/channels/${channelId}/issues?sku=BAD`);
    return issues.is_complete && issues.data.length > 0 ? issues : undefined;
  });
  expect(listed.data).toMatchObject([{ sku: "BAD", severity: "error", code: "missing_value", field: "image_url" }]);
  await put("BAD");
  await eventually(async () => (await get(`/channels/${channelId}/issues?sku=BAD`)).data.length === 0);
});
