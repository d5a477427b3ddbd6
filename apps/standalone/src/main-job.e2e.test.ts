import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { parse } from "csv-parse/sync";
import { Webhook } from "standardwebhooks";
import { SAMPLE_PRODUCTS_MAX, sampleProducts } from "./demo/sample-products.js";
import { createDeployment, type Deployment } from "./testing/run-deployment.js";
import { mapShopRows, SHOP_FILE, type ShopProduct } from "./testing/shop-file.js";

const COMMAND_LINE = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
let deployment: Deployment;
let sink: WebhookSink;
let partner: SshServer;
let output = "";
const products: ShopProduct[] = mapShopRows(parse(SHOP_FILE, { columns: true }));
const samples = sampleProducts(SAMPLE_PRODUCTS_MAX);

const bySku = (one: { sku: string }, other: { sku: string }) => (one.sku < other.sku ? -1 : 1);

/** The command line as `npm run skucast --` starts it, with the data folder of the deployment. */
const skucast = (words: readonly string[]) =>
  promisify(execFile)(process.execPath, [COMMAND_LINE, ...words], {
    env: { ...process.env, SKUCAST_DATA_DIR: deployment.dataDir },
    timeout: 240_000,
  });

/** The file of a run as the API returns it. */
async function keptFile(runId: unknown): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${deployment.demo().api_key}` };
  const answer = await fetch(`${deployment.baseUrl}${API_BASE_PATH}/runs/${runId}/file`, { headers });
  return Buffer.from(await answer.arrayBuffer());
}

beforeAll(async () => {
  deployment = await createDeployment({
    SKUCAST_ALLOW_TARGETS: "127.0.0.0/8",
    SKUCAST_DEMO_PRODUCTS: String(samples.length),
  });
  [sink, partner] = await Promise.all([startWebhookSink(), startSshServer()]);
  ({ output } = await deployment.start());
});
afterAll(async () => {
  await deployment.remove();
  await Promise.all([sink.close(), partner.stop()]);
});

test("the start prints a URL, a login, a key and three commands, and only the owner can read demo.json", () => {
  const demo = deployment.demo();
  expect(demo).toMatchObject({ base_url: deployment.baseUrl, workspace_id: expect.stringMatching(/^ws_/) });
  expect(deployment.demoFileMode()).toBe(0o600);
  for (const shown of [demo.base_url, demo.user.email, demo.user.password, demo.api_key])
    expect(output).toContain(shown);
  expect(output.match(/^ {3}(curl|(SKUCAST_DATA_DIR=\S+ )?npm) /gm)).toHaveLength(3);
});

test("it is live and ready", async () => {
  // On a busy machine, a check may take too long and fail once.
  const answers = await eventually(async () => {
    const both = await Promise.all(["/healthz", "/readyz"].map((path) => fetch(deployment.baseUrl + path)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    return both;
  });
  expect(await answers[1]?.json()).toMatchObject({ checks: expect.arrayContaining([{ name: "sftp", ok: true }]) });
});

test("the printed command runs the demo feed and delivers more than 1 MB to the demo partner, byte for byte", async () => {
  const { feed_id: feedId, destination_id: destinationId, partner: demoPartner } = deployment.demo();
  const { stdout } = await skucast(["feeds", "run", feedId]);
  expect(stdout).toContain(`${samples.length} selected = ${samples.length} written + 0 excluded + 0 invalid`);
  const [name = "", ...others] = readdirSync(demoPartner.folder);
  expect(others).toEqual([]);
  const arrived = readFileSync(join(demoPartner.folder, name));
  expect(arrived.length).toBeGreaterThan(1_000_000);
  const api = deployment.api();
  const [run] = (await api.call("GET", `/feeds/${feedId}/runs`)).data as [{ id: string }];
  expect(run).toMatchObject({ status: "succeeded", issues: [], deliveries: [{ status: "delivered" }] });
  expect(await keptFile(run.id)).toEqual(arrived);
  const rows: Record<string, string>[] = parse(arrived, { columns: true });
  expect(rows.map(({ sku, title, description }) => ({ sku, title, description }))).toEqual(
    samples.map(({ sku, title, description }) => ({ sku, title, description })).toSorted(bySku),
  );
  expect((await skucast(["destinations", "verify", destinationId])).stdout).toContain("equal");
  const unknown = skucast(["destinations", "verify", `${destinationId.slice(0, -1)}~`]);
  await expect(unknown).rejects.toMatchObject({ code: 3, stdout: expect.stringContaining("/verify: ") });
});

test("a shop's file becomes products, a signed webhook for each, and one file at a real OpenSSH server", async () => {
  const api = deployment.api();
  const endpoint = await api.call("POST", "/webhook-endpoints", {
    url: `${sink.url}/hook`,
    event_types: ["product.created"],
  });

  const batch = await api.call("POST", "/products/batch", { items: products });
  expect(batch.summary).toEqual({
    total: products.length,
    created: products.length,
    updated: 0,
    unchanged: 0,
    failed: 0,
  });

  const webhook = new Webhook(String(endpoint.secret));
  const received = await sink.waitForCount(products.length);
  const bodies = received.map(({ body, headers }) =>
    webhook.verify(body.toString(), headers as Record<string, string>),
  );
  const told = bodies.map((body) => (body as { data: { object: { sku: string } } }).data.object);
  expect(told.toSorted(bySku)).toMatchObject(products.toSorted(bySku));

  const destination = await api.call("POST", "/destinations", {
    name: "Partner",
    host: partner.host,
    port: partner.port,
    username: partner.username,
    auth: { type: "public_key" },
    host_keys: [partner.hostKeySha256],
    path: partner.root,
  });
  partner.authorize((destination.auth as { public_key: string }).public_key);
  const channel = await api.call("POST", "/channels", {
    name: "Agentic commerce",
    profile: "openai_products",
    market: { country: "US", currency: "USD", language: "en" },
    defaults: { seller_name: "Acme Store" },
  });
  const feed = await api.call("POST", "/feeds", {
    channel_id: channel.id,
    name: "Partner file",
    file_name: "products.csv",
    deliveries: [{ type: "sftp_push", destination_id: destination.id }],
  });
  const started = await api.call("POST", `/feeds/${feed.id}/runs`);
  const run = await eventually(async () => {
    const now = await api.call("GET", `/runs/${started.id}`);
    return now.finished_at === null ? undefined : now;
  });

  const count = samples.length + products.length;
  expect(run).toMatchObject({
    status: "succeeded",
    counts: { selected: count, written: count, excluded: 0, invalid: 0 },
    deliveries: [{ status: "delivered" }],
  });
  const verification = await api.call("POST", `/destinations/${destination.id}/verify`);
  expect(verification).toMatchObject({ status: "equal", files: [{ name: "products.csv", status: "equal" }] });
  const arrived = readFileSync(join(partner.root, "products.csv"));
  expect(await keptFile(started.id)).toEqual(arrived);
  const rows: Record<string, string>[] = parse(arrived, { columns: true });
  expect(
    rows.map(({ item_id, title, description, price, availability }) => ({
      item_id,
      title,
      description,
      price,
      availability,
    })),
  ).toEqual(
    [...products, ...samples].toSorted(bySku).map((product) => ({
      item_id: product.sku,
      title: product.title,
      description: product.description,
      price: `${Number(product.price_amount).toFixed(2)} USD`,
      availability: product.availability,
    })),
  );
});

test("sending the same products again changes nothing and emits no event", async () => {
  const before = sink.received.length;
  const api = deployment.api();
  const batch = await api.call("POST", "/products/batch", { items: products });
  expect(batch.summary).toMatchObject({ unchanged: products.length, updated: 0 });
  // The event of a later change shows that no earlier event is pending.
  await api.call("POST", "/products", { ...products[0], sku: "LAST" });
  await sink.waitForCount(before + 1);
  expect(sink.received).toHaveLength(before + 1);
});

test("private addresses are rejected unless the operator has allowed them", async () => {
  for (const url of ["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data", "https://[fd00::1]/"]) {
    await expect(deployment.api().call("POST", "/webhook-endpoints", { url })).rejects.toThrow(/public/);
  }
});

test("/metrics has routes, outbox and deliveries of every app", async () => {
  const text = await (await fetch(`${deployment.baseUrl}/metrics`)).text();
  for (const name of [
    "http_requests_total",
    "skucast_outbox_oldest_unsent_seconds",
    "skucast_deliveries_oldest_due_seconds",
    "skucast_bus_consumers",
    "skucast_runs_total",
  ]) {
    expect(text).toContain(name);
  }
});
