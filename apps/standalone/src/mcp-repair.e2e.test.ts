import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import type { Structured } from "@skucast/mcp-gateway/testing/wire";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { parse } from "csv-parse/sync";
import { newOfficialClient, type OfficialClient } from "./testing/official-clients.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import type { Person } from "./testing/person.js";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

const CALLBACK = "http://localhost:43210/callback";
/** Product data that the shop has and the catalog lacks, by SKU and field. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "MUG-2": { image_url: "https://shop.example.com/i/mug-2.jpg" },
  "MUG-3": { url: "https://shop.example.com/p/mug-3" },
  "MUG-4": { description: "A mug of enamelled steel.", image_url: "https://shop.example.com/i/mug-4.jpg" },
};

let deployment: Deployment;
let browser: TestBrowser;
let person: Person;
let partner: SshServer;
let agent: OfficialClient;
/** Ids that the agent has found with its tools. */
const found = { channelId: "", feedId: "" };

beforeAll(async () => {
  deployment = await createDeploymentOnTestDatabase({ SKUCAST_ALLOW_TARGETS: "127.0.0.0/8" });
  [browser, partner] = await Promise.all([openBrowser(), startSshServer(), deployment.start()]);
  person = await browser.newPerson(deployment.baseUrl);
  await person.signUp();
  await fillShop();
  agent = newOfficialClient(`${deployment.baseUrl}/mcp`, CALLBACK);
});
afterAll(async () => {
  await Promise.all([agent.close(), browser.close(), partner.stop()]);
  await deployment.remove();
});

/** Calls the API like the user's browser, with its session cookie. */
async function api(method: string, path: string, data: object): Promise<Record<string, unknown>> {
  const headers = { Origin: deployment.baseUrl };
  const answer = await person.page.request.fetch(deployment.baseUrl + API_BASE_PATH + path, { method, data, headers });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function fillShop(): Promise<void> {
  const destination = await api("POST", "/destinations", {
    name: "Partner",
    host: partner.host,
    port: partner.port,
    username: partner.username,
    path: partner.root,
    auth: { type: "public_key" },
    host_keys: [partner.hostKeySha256],
  });
  partner.authorize((destination.auth as { public_key: string }).public_key);
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await api("POST", "/channels", {
    name: "Agentic commerce",
    profile: "openai_products",
    market,
    in_public_directory: true,
    defaults: { seller_name: "Acme Store" },
    selection: { exclude_skus: ["SECRET-1"] },
  });
  await api("POST", "/channels", { name: "Own shop", market });
  await api("POST", "/feeds", {
    channel_id: channel.id,
    name: "Partner file",
    file_name: "products.csv",
    deliveries: [{ type: "sftp_push", destination_id: destination.id }],
  });
  const items = ["MUG-1", "MUG-2", "MUG-3", "MUG-4", "SECRET-1"].map((sku) => {
    const slug = sku.toLowerCase();
    const product = {
      sku,
      title: `Mug ${sku}`,
      description: "A mug of clay.",
      url: `https://shop.example.com/p/${slug}`,
      image_url: `https://shop.example.com/i/${slug}.jpg`,
      brand: "Acme",
      price_amount: 9.5,
      price_currency: "USD",
      availability: "in_stock",
    };
    const missing = Object.keys(KNOWN[sku] ?? {});
    return Object.fromEntries(Object.entries(product).filter(([field]) => !missing.includes(field)));
  });
  const { summary } = await api("POST", "/products/batch", { items });
  expect(summary).toMatchObject({ created: 5, failed: 0 });
}

async function use(name: string, args: Record<string, unknown> = {}): Promise<Structured> {
  const { isError, content, structuredContent } = await agent.call(name, args);
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
  return structuredContent as Structured;
}

/** Lets the user grant the access that the agent requests, and connects the agent. */
async function allow(): Promise<void> {
  await agent.finish(await person.answer(String(agent.provider.asked)));
  expect(await agent.connect()).toBe("connected");
}

const scopesAsked = (): string[] => (agent.provider.asked?.searchParams.get("scope") ?? "").split(" ");

test("an agent connects by OAuth with read access and finds what an openai_products channel leaves out", async () => {
  expect(await agent.connect()).toBe("unauthorized");
  expect(scopesAsked().filter((scope) => scope.endsWith(":write"))).toEqual([]);
  await allow();
  const { channels } = await use("list_channels");
  found.channelId = channels.find(({ profile }) => profile === "openai_products")?.id ?? "";
  const { counts, products } = await use("get_channel_issues", { channel_id: found.channelId });
  expect(counts).toEqual({ selected: 5, written: 1, excluded: 1, invalid: 3 });
  const faulty = products.map(({ sku, issues }) => [sku, issues.map(({ field }) => field)]);
  expect(Object.fromEntries(faulty)).toEqual({
    "MUG-2": ["image_url"],
    "MUG-3": ["url"],
    "MUG-4": expect.arrayContaining(["description", "image_url"]),
  });
});

test("to write, it asks the user once for more access and keeps what it had", async () => {
  const products = Object.entries(KNOWN).map(([sku, fields]) => ({ sku, ...fields }));
  const tried = await use("validate_products", { products, channel_id: found.channelId });
  expect(tried.results.map(({ is_valid, issues }) => [is_valid, issues])).toEqual(products.map(() => [true, []]));
  await expect(use("upsert_products", { products })).rejects.toThrow();
  expect(scopesAsked()).toEqual(expect.arrayContaining(["products:read", "channels:read", "products:write"]));
  await allow();
  const { summary } = await use("upsert_products", { products });
  expect(summary).toMatchObject({ total: 3, updated: 3, failed: 0 });
  const { products: left } = await use("get_channel_issues", { channel_id: found.channelId });
  expect(left).toEqual([]);
});

test("it previews and runs the feed, and the file at the partner's SFTP server contains the repair", async () => {
  const { feeds } = await use("list_feeds", { channel_id: found.channelId });
  found.feedId = feeds[0]?.id ?? "";
  const preview = await use("preview_feed", { feed_id: found.feedId, fields: ["image_url"] });
  expect(preview.counts).toEqual({ selected: 5, written: 4, excluded: 1, invalid: 0 });
  await expect(use("run_feed", { feed_id: found.feedId })).rejects.toThrow();
  await allow();
  const { run } = await use("run_feed", { feed_id: found.feedId });
  const ended = await eventually(async () => {
    const { run: now } = await use("get_run", { run_id: run.id });
    return now.finished_at === null ? undefined : now;
  });
  expect(ended).toMatchObject({ status: "succeeded", deliveries: [{ status: "delivered" }] });
  const rows: Record<string, string>[] = parse(readFileSync(join(partner.root, "products.csv")), { columns: true });
  const repaired = rows.map(({ item_id = "", ...row }) => {
    const { url, image_url, description } = row;
    return [item_id, { url, image_url, description }] as const;
  });
  expect(Object.keys(Object.fromEntries(repaired)).sort()).toEqual(["MUG-1", "MUG-2", "MUG-3", "MUG-4"]);
  for (const [sku, fields] of Object.entries(KNOWN)) expect(Object.fromEntries(repaired)[sku]).toMatchObject(fields);
});

test("on /mcp/public the same client sees only the published channel, with or without a token", async () => {
  const visitor = newOfficialClient(`${deployment.baseUrl}/mcp/public`, CALLBACK);
  Object.assign(visitor.provider, { stored: agent.provider.stored, information: agent.provider.information });
  expect(await visitor.connect()).toBe("connected");
  const see = async (name: string, args: Record<string, unknown> = {}): Promise<Structured> =>
    (await visitor.call(name, args)).structuredContent as Structured;
  const { catalogs } = await see("list_public_catalogs");
  expect(catalogs.map(({ id }) => id)).toEqual([found.channelId]);
  const seen = await eventually(async () => {
    const { products } = await see("search_catalog", { catalog: { query: "mug" } });
    return products.length >= 4 && products;
  });
  const ids = seen.map(({ id }) => id);
  expect(ids.sort()).toEqual(["MUG-1", "MUG-2", "MUG-3", "MUG-4"].map((sku) => `${found.channelId}:${sku}`));
  const secret = `${found.channelId}:SECRET-1`;
  expect((await see("lookup_catalog", { catalog: { ids: [secret, ids[0]] } })).products).toHaveLength(1);
  expect(await visitor.toolNames()).not.toContain("upsert_products");
  await visitor.close();
});
