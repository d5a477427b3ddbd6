import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
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
import { type Balancer, startBalancer } from "@skucast/testkit/start-balancer";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { apiClient } from "./api-client.js";
import type { AppName } from "./apps.js";
import { type AppProcess, startApp } from "./testing/start-app.js";

/** As in the docs: a balancer polls /readyz and reacts a second later. */
const REACT_MS = 1_000;
const PATIENCE = { timeoutMs: 90_000 };
const OUTAGE_WRITES = 60;
const SERVING = ["catalog-api", "auth-server", "mcp-gateway", "feed-server"] as const satisfies readonly AppName[];

const folder = mkdtempSync(join(tmpdir(), "skucast-balanced-"));
const broker = createTestBroker();
const processes: AppProcess[] = [];
let database: TestDatabase;
let db: Database;
let sink: WebhookSink;
let network: TcpProxy;
let balancer: Balancer;
let env: NodeJS.ProcessEnv;
let apiKey: string;
let written = 0;

beforeAll(async () => {
  const { hostname, port } = new URL(broker.amqpUrl);
  network = await startTcpProxy({ host: hostname, port: Number(port || 5672) });
  const amqpUrl = new URL(broker.amqpUrl);
  [amqpUrl.hostname, amqpUrl.port] = ["127.0.0.1", String(network.port)];
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  sink = await startWebhookSink();
  balancer = await startBalancer({ reactMs: REACT_MS });
  env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.appUrl,
    AMQP_URL: amqpUrl.href,
    SKUCAST_BUS_NAMESPACE: broker.namespace,
    SKUCAST_FILES_DIR: join(folder, "files"),
    SKUCAST_UPLOADS_DIR: join(folder, "uploads"),
    SKUCAST_DATA_DIR: folder,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_ALLOW_TARGETS: "127.0.0.1",
    SKUCAST_REQUESTS_PER_MINUTE: "1000000",
    SKUCAST_LOG_LEVEL: "fatal",
  };
  apiKey = await createKey();
});

afterAll(async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await balancer.close();
  await sink.close();
  await db.close();
  await database.drop();
  await network.close();
  const names = brokerNames(broker.namespace);
  await broker.drop({
    queues: TOPOLOGY.flatMap((queue) => [queue, deadLetterQueue(queue)]).map(names.queue),
    exchanges: [names.exchanges.events, names.exchanges.work, names.deadExchange, names.broadcastExchange],
  });
  rmSync(folder, { recursive: true, force: true });
});

async function createKey(): Promise<string> {
  const workspaceId = newId("ws");
  const token = newToken("sk");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Shop')", [workspaceId]);
  const key = { workspaceId, id: newId("key"), name: "k", lastFour: token.slice(-4) };
  await insertApiKey(db, { ...key, secretHash: hashToken(token) });
  return token;
}

async function start(app: AppName): Promise<AppProcess> {
  const started = await startApp(app, env);
  processes.push(started);
  return started;
}

const becomes = (app: AppProcess, status: number, word: string) =>
  eventually(async () => {
    const found = await app.readiness();
    return found?.status === status && found.body.status === word && found.body;
  }, PATIENCE);

/** Creates a product through the balancer; resolves with the status code. */
async function write(): Promise<number> {
  written += 1;
  const product = { sku: `S${written}`, title: "T", price_amount: 1, price_currency: "USD", availability: "in_stock" };
  const answer = await fetch(`${balancer.url}${API_BASE_PATH}/products`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(product),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test("during a broker outage no request fails, writes are delivered afterwards, and each app reports its state", async () => {
  const apps = await Promise.all(SERVING.map(start));
  const dispatcher = await start("webhook-dispatcher");
  for (const app of [...apps, dispatcher]) await becomes(app, 200, "ready");
  const [api] = apps as [AppProcess];
  balancer.add(api.url);
  await eventually(() => balancer.isIn(api.url), PATIENCE);
  await apiClient(api.url, apiKey).call("POST", "/webhook-endpoints", {
    url: sink.url,
    event_types: ["product.created"],
  });
  expect(await write()).toBe(201);

  await network.cut();
  for (const app of apps) {
    const { checks } = await becomes(app, 200, "degraded");
    expect(checks).toContainEqual({ name: "bus", ok: false, required: false, error: "bus unreachable" });
  }
  expect(await (await fetch(`${api.url}/metrics`)).text()).toContain('skucast_check_ok{check="bus"} 0');
  await becomes(dispatcher, 503, "not_ready"); // it cannot work without the bus
  for (let i = 0; i < OUTAGE_WRITES; i += 1) expect(await write()).toBe(201);
  await becomes(await start("mcp-gateway"), 200, "degraded"); // also when it starts during an outage
  expect([balancer.failures, balancer.isIn(api.url)]).toEqual([[], true]);

  await network.heal();
  for (const app of [...apps, dispatcher]) await becomes(app, 200, "ready");
  const delivered = () => new Set(sink.received.map(({ body }) => JSON.parse(body.toString("utf8")).data.object.sku));
  await eventually(() => delivered().size === written, PATIENCE);
});

test("a rolling replacement behind a slow balancer breaks no request", async () => {
  const [first] = processes as [AppProcess];
  const second = await start("catalog-api");
  balancer.add(second.url);
  await eventually(() => balancer.isIn(second.url), PATIENCE);
  let isOver = false;
  const statuses = new Map<number, number>();
  const client = async () => {
    while (!isOver) {
      const status = await write();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const clients = [client(), client(), client()];
  const third = await start("catalog-api");
  balancer.add(third.url);
  for (const [leaving, staying] of [
    [first, third],
    [second, third],
  ] as const) {
    await eventually(() => balancer.isIn(staying.url), PATIENCE);
    const before = balancer.answeredBy(leaving.url);
    const ended = leaving.end();
    expect(await becomes(leaving, 503, "not_ready")).toMatchObject({ reason: "draining" });
    expect(await ended).toBe(0);
    // It kept serving: the balancer still sent it requests after it had become unready.
    expect(balancer.answeredBy(leaving.url)).toBeGreaterThan(before);
  }
  isOver = true;
  await Promise.all(clients);
  expect([balancer.failures, [...statuses.keys()]]).toEqual([[], [201]]);
});
