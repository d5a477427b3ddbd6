import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { newKeyringText } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { type Database, openDatabase } from "@skucast/db/database";
import { brokerNames, deadLetterQueue, TOPOLOGY } from "@skucast/events/topology";
import { createTestBroker } from "@skucast/testkit/create-test-broker";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { type PgBouncer, startPgBouncer } from "@skucast/testkit/start-pgbouncer";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { apiClient } from "./api-client.js";
import { type AppProcess, startApp } from "./testing/start-app.js";

const PROGRAM = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const PATIENCE = { timeoutMs: 90_000 };
const APPS = ["catalog-api", "webhook-dispatcher", "sftp-exporter"] as const;
const SKUS = Array.from({ length: 40 }, (_, i) => `S${i}`);
const product = { title: "T", price_amount: 1, price_currency: "USD", availability: "in_stock" };

describe.each(["session", "transaction"] as const)("behind PgBouncer in %s mode", (mode) => {
  const folder = mkdtempSync(join(tmpdir(), "skucast-pooled-"));
  const broker = createTestBroker();
  const processes: AppProcess[] = [];
  let database: TestDatabase;
  let db: Database;
  let sink: WebhookSink;
  let pgbouncer: PgBouncer;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.appUrl });
    sink = await startWebhookSink();
    pgbouncer = await startPgBouncer({
      configFile: fileURLToPath(new URL(`../../../infra/pgbouncer/${mode}.ini`, import.meta.url)),
      databaseUrl: database.appUrl,
      // Fewer than the connections of the apps, so that transactions of several roles and workspaces share each of them.
      ...(mode === "transaction" && { poolSize: 3 }),
    });
    const url = new URL(database.appUrl);
    const place = mode === "transaction" ? "{role}" : "skucast";
    env = {
      PATH: process.env.PATH,
      DATABASE_URL: `postgresql://${url.username}:${url.password}@127.0.0.1:${pgbouncer.port}/${place}`,
      SKUCAST_DATABASE_POOLER: mode,
      AMQP_URL: broker.amqpUrl,
      SKUCAST_BUS_NAMESPACE: broker.namespace,
      SKUCAST_FILES_DIR: join(folder, "files"),
      SKUCAST_UPLOADS_DIR: join(folder, "uploads"),
      SKUCAST_DATA_DIR: folder,
      SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
      SKUCAST_ALLOW_TARGETS: "127.0.0.1",
      SKUCAST_REQUESTS_PER_MINUTE: "1000000",
      SKUCAST_SHUTDOWN_DELAY: "0s",
      SKUCAST_LOG_LEVEL: "fatal",
    };
  });

  afterAll(async () => {
    for (const { child } of processes) child.kill("SIGKILL");
    await sink.close();
    await pgbouncer.stop();
    await db.close();
    await database.drop();
    const names = brokerNames(broker.namespace);
    await broker.drop({
      queues: TOPOLOGY.flatMap((queue) => [queue, deadLetterQueue(queue)]).map(names.queue),
      exchanges: [names.exchanges.events, names.exchanges.work, names.deadExchange, names.broadcastExchange],
    });
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(app: (typeof APPS)[number], more: NodeJS.ProcessEnv = {}): Promise<AppProcess> {
    const started = await startApp(app, { ...env, ...more });
    processes.push(started);
    return started;
  }

  async function openShop(url: string): Promise<{ call: ReturnType<typeof apiClient>["call"]; apiKey: string }> {
    const workspaceId = newId("ws");
    const apiKey = newToken("sk");
    await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Shop')", [workspaceId]);
    const key = { workspaceId, id: newId("key"), name: "k", lastFour: apiKey.slice(-4) };
    await insertApiKey(db, { ...key, secretHash: hashToken(apiKey) });
    return { call: apiClient(url, apiKey).call, apiKey };
  }

  test("products become webhooks and files, and workspaces that write concurrently see only their own", async () => {
    const [api] = (await Promise.all(APPS.map((app) => start(app)))) as [AppProcess];
    for (const app of processes) {
      await eventually(async () => {
        expect(await app.readiness()).toMatchObject({ status: 200, body: { status: "ready" } });
        return true;
      }, PATIENCE);
    }
    const shops = await Promise.all([openShop(api.url), openShop(api.url)]);
    const [{ call, apiKey }] = shops;
    await call("POST", "/webhook-endpoints", { url: sink.url, event_types: ["product.created"] });
    await Promise.all(
      shops.flatMap((shop, i) => SKUS.map((sku) => shop.call("POST", "/products", { ...product, sku: `${sku}-${i}` }))),
    );
    for (const [i, shop] of shops.entries()) {
      const { data } = await shop.call("GET", "/products?limit=100");
      const skus = (data as { sku: string }[]).map(({ sku }) => sku);
      expect(skus.sort()).toEqual(SKUS.map((sku) => `${sku}-${i}`).sort());
    }
    const delivered = () => new Set(sink.received.map(({ body }) => JSON.parse(body.toString("utf8")).data.object.sku));
    await eventually(() => delivered().size === SKUS.length, PATIENCE);

    const market = { country: "US", currency: "USD", language: "en" };
    const { id: channelId } = await call("POST", "/channels", { name: "Channel", market });
    const feed = { channel_id: channelId, name: "Feed", schedule: null, guards: { min_items: null } };
    const { id: feedId } = await call("POST", "/feeds", feed);
    const { id: runId } = await call("POST", `/feeds/${feedId}/runs`, {});
    await eventually(async () => (await call("GET", `/runs/${runId}`)).status === "succeeded", PATIENCE);
    const headers = { Authorization: `Bearer ${apiKey}` };
    const file = await (await fetch(`${api.url}${API_BASE_PATH}/runs/${runId}/file`, { headers })).text();
    expect(file.trim().split("\n")).toHaveLength(1 + SKUS.length);
  });

  test("the command line works in the container of an app, with its settings", async () => {
    const cli = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env, cwd: folder })).stdout;
    const created = await cli("workspaces", "create", "--name", "Shop", "--email", `${mode}@shop.example`);
    const [workspaceId = ""] = /ws_\w+/.exec(created) ?? [];
    expect(await cli("keys", "create", "--name", "First", "--workspace", workspaceId)).toMatch(/^skc_sk_/);
  });

  test("a process without the pooler setting is not ready and names the missing setting", async () => {
    const url = env.DATABASE_URL?.replace("{role}", "skucast_app") ?? "";
    const app = await start("catalog-api", { DATABASE_URL: url, SKUCAST_DATABASE_POOLER: "none" });
    const error = "the pooler rejects start-up options: set SKUCAST_DATABASE_POOLER to its mode";
    await eventually(async () => {
      const found = await app.readiness();
      expect(found).toMatchObject({ status: 503, body: { status: "not_ready" } });
      expect(found?.body.checks).toContainEqual({ name: "database", ok: false, error });
      return true;
    }, PATIENCE);
  });
});
