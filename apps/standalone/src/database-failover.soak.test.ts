import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { newKeyringText } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { openDatabase } from "@skucast/db/database";
import { migrate } from "@skucast/db/migrate";
import { urlOfDatabase } from "@skucast/testkit/cluster-address";
import { eventually } from "@skucast/testkit/eventually";
import { queryDatabase } from "@skucast/testkit/query-database";
import { type PostgresPair, startSynchronousPair } from "@skucast/testkit/start-debian-postgres";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { apiClient } from "./api-client.js";
import { type AppProcess, startApp } from "./testing/start-app.js";

jest.setTimeout(600_000);

const CLIENTS = 4;
const WRITES_AROUND = 200;
const PATIENCE = { timeoutMs: 300_000 };

const folder = mkdtempSync(join(tmpdir(), "skucast-failover-"));
const processes: AppProcess[] = [];
/** The address of the primary, as a failover manager keeps it: connections go where it points at that time. */
const target = { host: "127.0.0.1", port: 0 };
let pair: PostgresPair;
let network: TcpProxy;
let sink: WebhookSink;
let api: AppProcess;
let apiKey: string;

beforeAll(async () => {
  pair = await startSynchronousPair(["max_connections=200"]);
  await migrate(pair.primary.ownerUrl);
  target.port = Number(new URL(pair.primary.appUrl).port);
  network = await startTcpProxy(target);
  sink = await startWebhookSink();
  apiKey = await createKey();
  const url = new URL(pair.primary.appUrl);
  url.port = String(network.port);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url.href,
    SKUCAST_FILES_DIR: join(folder, "files"),
    SKUCAST_UPLOADS_DIR: join(folder, "uploads"),
    SKUCAST_DATA_DIR: folder,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_ALLOW_TARGETS: "127.0.0.1",
    SKUCAST_REQUESTS_PER_MINUTE: "1000000",
    SKUCAST_LOG_LEVEL: "fatal",
  };
  api = await startApp("catalog-api", env);
  processes.push(api, await startApp("webhook-dispatcher", env));
  for (const app of processes) await eventually(async () => (await app.readiness())?.status === 200, PATIENCE);
});

afterAll(async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await sink.close();
  await network.close();
  await pair.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function createKey(): Promise<string> {
  const db = openDatabase({ url: pair.primary.appUrl });
  const workspaceId = newId("ws");
  const token = newToken("sk");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Shop')", [workspaceId]);
  const key = { workspaceId, id: newId("key"), name: "k", lastFour: token.slice(-4) };
  await insertApiKey(db, { ...key, secretHash: hashToken(token) });
  await db.close();
  return token;
}

test("the primary is killed while clients write and its standby is promoted: no confirmed write and no webhook is lost", async () => {
  await apiClient(api.url, apiKey).call("POST", "/webhook-endpoints", {
    url: sink.url,
    event_types: ["product.created"],
  });
  const confirmed = new Set<string>();
  let written = 0;
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      written += 1;
      const sku = `S-${written}`;
      const body = { sku, title: "T", price_amount: 1, price_currency: "USD", availability: "in_stock" };
      const answer = await fetch(`${api.url}${API_BASE_PATH}/products`, {
        method: "POST",
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      if (answer.status === 201) confirmed.add(sku);
      else expect([sku, answer.status]).toEqual([sku, 503]);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  try {
    await eventually(() => confirmed.size >= WRITES_AROUND, PATIENCE);
    await pair.primary.kill();
    const before = confirmed.size;
    await pair.promote();
    target.port = Number(new URL(pair.standby.appUrl).port);
    network.reset();
    await eventually(() => confirmed.size >= before + WRITES_AROUND, PATIENCE);
  } finally {
    isOver = true;
    await clients;
  }

  const superuser = urlOfDatabase(pair.standby.superuserUrl, "skucast");
  const stored = new Set((await queryDatabase(superuser, "SELECT sku FROM products")).map(({ sku }) => String(sku)));
  expect([...confirmed].filter((sku) => !stored.has(sku))).toEqual([]);
  const delivered = () =>
    new Set(sink.received.map(({ body }) => String(JSON.parse(body.toString("utf8")).data.object.sku)));
  await eventually(() => {
    const arrived = delivered();
    return [...stored].every((sku) => arrived.has(sku));
  }, PATIENCE);
  // Nothing arrives that the promoted primary does not have.
  expect([...delivered()].filter((sku) => !stored.has(sku))).toEqual([]);
});
