import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { newKeyringText } from "@skucast/credentials/keyring";
import { findFreePort } from "@skucast/embedded-postgres/find-free-port";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { parse } from "csv-parse/sync";
import { apiClient } from "./api-client.js";
import { APP_NAMES, type AppName } from "./house.js";

const builtAt = (app: string, file: string): string =>
  fileURLToPath(new URL(`../../${app}/dist/${file}.js`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skucast-apart-"));
const processes = new Map<AppName, { readonly child: ChildProcess; readonly url: string }>();
let database: TestDatabase;
let sink: WebhookSink;
let env: NodeJS.ProcessEnv;

/** What the command line prints, run as an operator would. */
async function skucast(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [builtAt("standalone", "cli"), ...args], {
    env: { ...env, ...more },
  });
  return stdout.trim();
}

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startWebhookSink();
  env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.appUrl,
    SKUCAST_DATA_DIR: folder,
    SKUCAST_FILES_DIR: join(folder, "files"),
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_ALLOW_TARGETS: "127.0.0.1",
    SKUCAST_LOG_LEVEL: "fatal",
    SKUCAST_SHUTDOWN_DELAY: "0s",
  };
  for (const app of APP_NAMES) {
    const port = await findFreePort();
    const child = spawn(process.execPath, [builtAt(app, "main")], {
      env: { ...env, PORT: String(port), HOST: "127.0.0.1" },
      stdio: "ignore",
    });
    processes.set(app, { child, url: `http://127.0.0.1:${port}` });
  }
});

afterAll(async () => {
  for (const { child } of processes.values()) child.kill("SIGKILL");
  await sink.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (app: AppName): string => processes.get(app)?.url ?? "";

test("each app lives and is ready as a process of its own", async () => {
  for (const app of APP_NAMES) {
    const isReady = async () => (await fetch(`${urlOf(app)}/readyz`)).status === 200;
    await eventually(isReady);
    expect(await (await fetch(`${urlOf(app)}/healthz`)).json()).toEqual({ status: "ok" });
  }
});

test("the process that partners fetch from is ready when they can log in over SFTP", async () => {
  const answer = await (await fetch(`${urlOf("feed-server")}/readyz`)).json();
  expect(answer).toMatchObject({ checks: expect.arrayContaining([{ name: "sftp", ok: true }]) });
});

test("migrating a database that is up to date changes nothing and says so", async () => {
  expect(await skucast(["migrate"], { DATABASE_URL: database.ownerUrl })).toBe("Database: up to date.");
});

test("a workspace and a key made by command carry a product from one process to a webhook of another", async () => {
  const [workspaceId = ""] =
    /ws_\w+/.exec(await skucast(["workspaces", "create", "--name", "Shop", "--email", "a@b.example"])) ?? [];
  const key = await skucast(["keys", "create", "--name", "First", "--workspace", workspaceId]);
  const api = apiClient(urlOf("catalog-api"), key);
  await api.call("POST", "/webhook-endpoints", { url: sink.url, event_types: ["product.created"] });
  // An event of some 85 kB: nearly as large as one may be.
  const attributes = Array.from({ length: 7 }, (_, i) => [`note ${i}`, `${i} é漢😀 `.repeat(1_000)]);
  const product = {
    ...{ sku: "A", title: "A", price_amount: 1, price_currency: "USD", availability: "in_stock" },
    custom_attributes: Object.fromEntries(attributes),
  };
  await api.call("POST", "/products", product);
  const { body } = await sink.waitFor(() => true);
  expect(JSON.parse(body.toString("utf8"))).toMatchObject({
    type: "product.created",
    workspace_id: workspaceId,
    data: { object: product },
  });
});

test("a feed that one process queues is made by another, and the first answers its file", async () => {
  const [workspaceId = ""] =
    /ws_\w+/.exec(await skucast(["workspaces", "create", "--name", "Other", "--email", "c@d.example"])) ?? [];
  const key = await skucast(["keys", "create", "--name", "K", "--workspace", workspaceId]);
  const api = apiClient(urlOf("catalog-api"), key);
  const market = { country: "US", currency: "USD", language: "en" };
  const items = Array.from({ length: 1_000 }, (_, i) => ({
    ...{ sku: `S-${1_000 + i}`, title: `Title ${i}`, price_amount: i, price_currency: "USD", availability: "in_stock" },
    ...{
      url: `https://shop.example.com/${i}`,
      image_url: "https://img.example.com/1.jpg",
      brand: "Acme",
      mpn: `M${i}`,
    },
    description: `"${i}" is é漢😀, `.repeat(100).trim(),
  }));
  await api.call("POST", "/products/batch", { items });
  const { id: channelId } = await api.call("POST", "/channels", { name: "Channel", market });
  const guards = { min_items: null };
  const feed = { channel_id: channelId, name: "Feed", schedule: null, guards };
  const { id: feedId } = await api.call("POST", "/feeds", feed);
  const { id: runId } = await api.call("POST", `/feeds/${feedId}/runs`, {});
  const run = await eventually(async () => {
    const present = await api.call("GET", `/runs/${runId}`);
    return present.finished_at !== null && present;
  });
  expect(run.counts).toMatchObject({ selected: 1_000, written: 1_000, excluded: 0, invalid: 0 });
  const fileUrl = `${urlOf("catalog-api")}${API_BASE_PATH}/runs/${runId}/file`;
  const file = await fetch(fileUrl, { headers: { Authorization: `Bearer ${key}` } });
  const rows: Record<string, string>[] = parse(await file.text(), { columns: true });
  const factsOf = ({ sku, title, description }: Record<string, unknown>) => ({ sku, title, description });
  expect(rows.map(factsOf)).toEqual(items.map(factsOf));
});

test("each process ends with 0 when it is told to", async () => {
  for (const { child } of processes.values()) {
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  }
});
