// Webhook deliveries with a durable queue, signatures and the attempt log, compared with a bare loop that signs and posts.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { newKeyringText } from "@skucast/credentials/keyring";
import { renderEnvelope } from "@skucast/events/envelope";
import { openRabbitMqBus } from "@skucast/events/rabbitmq-bus";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { startDebianServer } from "../scripts/test/rabbitmq.mjs";
import { call } from "./call.mjs";
import { cpuOf, cpuOfServer, familyOf } from "./cpu.mjs";
import { measureLatency } from "./measure-latency.mjs";
import { monotonicUs } from "./profile.mjs";
import { startReceiver } from "./receiver.mjs";

export const ENDPOINTS = 50;
export const BODY_BYTES = 1_000;
const PUBLISHED_AT_ONCE = 100;
/** Deliveries per second and dispatcher, and the seconds, for the comparison of one and two, which does not use all CPU. */
const SHARED_RATE = 2_000;
const SHARED_SECONDS = 15;
const TIMEOUT_MS = 180_000;
const LAST_MS = 5_000;
/** The share of the highest rate at which latency is measured. */
const SHARE_OF_CEILING = 0.6;

/**
 * Measures `deliveries` with `dispatchers` processes, which get more settings by `dispatcherEnv`; returns the CPU
 * microseconds per delivery of each process.
 */
export async function measureDeliveries(testbed, { deliveries, dispatchers = 1, dispatcherEnv = {} }) {
  const broker = await startDebianServer();
  const receiver = await startReceiver(ENDPOINTS);
  const bus = openBus(broker.amqpUrl);
  const shared = {
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_ALLOW_TARGETS: "127.0.0.1/32",
    AMQP_URL: broker.amqpUrl,
  };
  const running = [];
  try {
    const limit = await bareRate(receiver, deliveries);
    const api = await testbed.startApp("catalog-api", 18_082, shared);
    running.push(api);
    for (const origin of receiver.origins) {
      await call(testbed, api, "POST", "/webhook-endpoints", { url: `${origin}/webhooks` });
    }
    for (let i = 0; i < dispatchers; i += 1) {
      running.push(await testbed.startApp("webhook-dispatcher", 18_083 + i, { ...shared, ...dispatcherEnv }));
    }
    const work = { testbed, bus, receiver, broker, apps: running.slice(1) };
    const events = Math.round(deliveries / ENDPOINTS);
    await deliver(work, events); // warm-up, as for the limit
    const product = await deliver(work, events);
    const paced = await deliverPaced(work, (SHARED_RATE * dispatchers) / ENDPOINTS);
    return { limit, product, paced, latency: await latencyAt(product.rate * SHARE_OF_CEILING, { ...work, api }) };
  } finally {
    await Promise.all(running.map((app) => app.stop()));
    await bus.close();
    receiver.stop();
    await broker.stop();
  }
}

/** As fast as possible. */
const deliver = (work, eventCount) =>
  measured(work, eventCount, async (messages) => {
    for (let i = 0; i < messages.length; i += PUBLISHED_AT_ONCE) {
      await work.bus.publish(messages.slice(i, i + PUBLISHED_AT_ONCE));
    }
  });

/** At a fixed rate of events per second. */
const deliverPaced = (work, perSecond) =>
  measured(work, perSecond * SHARED_SECONDS, async (messages) => {
    const startedAtMs = performance.now();
    for (const [i, message] of messages.entries()) {
      const waitMs = startedAtMs + (i * 1_000) / perSecond - performance.now();
      if (waitMs > 0) await pause(waitMs);
      await work.bus.publish([message]);
    }
  });

/** Measures from the first event at the bus to the last attempt in the log. */
async function measured({ testbed, receiver, broker, apps }, eventCount, publish) {
  const messages = await insertEvents(testbed, eventCount);
  const count = eventCount * ENDPOINTS;
  const wanted = receiver.count() + count;
  const cpuNow = () => ({
    dispatcher: apps.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    postgres: cpuOfServer(testbed.postmaster),
    broker: familyOf(broker.pid()).reduce((sum, pid) => sum + cpuOf(pid), 0),
  });
  const before = cpuNow();
  const startedAtMs = performance.now();
  const fromUs = monotonicUs();
  await publish(messages);
  while (receiver.count() < wanted) await soon(startedAtMs);
  const window = { fromUs, toUs: monotonicUs() };
  const seconds = (performance.now() - startedAtMs) / 1_000;
  while (await hasUnfinished(testbed)) await soon(startedAtMs);
  const after = cpuNow();
  const us = (part) => (after[part] - before[part]) / count;
  const parts = { dispatcherUs: us("dispatcher"), postgresUs: us("postgres"), brokerUs: us("broker") };
  await receiver.compare(messages);
  return { rate: count / seconds, window, ...parts };
}

/** The first attempts of deliveries at a steady rate, which writes over REST cause. */
async function latencyAt(rate, { testbed, api, receiver }) {
  const from = firstIdAt("evt", Date.now());
  const settled = async () => {
    const startedAtMs = performance.now();
    while ((await hasUnsent(testbed)) || (await hasUnfinished(testbed))) await soon(startedAtMs);
  };
  const latency = await measureLatency({ testbed, api, settled }, rate / ENDPOINTS);
  const sql = "SELECT * FROM events WHERE workspace_id = $1 AND id >= $2";
  const { rows } = await testbed.db.system.query(sql, [testbed.workspaceId, from]);
  await receiver.compare(rows.map((row) => ({ id: row.id, body: renderEnvelope(row) })));
  return latency;
}

async function hasUnsent({ db }) {
  return (await db.system.query("SELECT FROM outbox LIMIT 1")).rowCount > 0;
}

async function soon(startedAtMs) {
  if (performance.now() - startedAtMs > TIMEOUT_MS) throw new Error("the deliveries did not finish");
  await pause(20);
}

/** Of the last seconds only: earlier ones have been answered, and no index finds open ones. */
async function hasUnfinished({ db, workspaceId }) {
  const { rowCount } = await db.system.query(
    "SELECT FROM deliveries WHERE workspace_id = $1 AND id >= $2 AND completed_at IS NULL LIMIT 1",
    [workspaceId, firstIdAt("dlv", Date.now() - LAST_MS)],
  );
  return rowCount > 0;
}

/** Events as they are in the log, with what the bus carries of each. */
async function insertEvents(testbed, count) {
  const data = JSON.stringify({ object: { title: "x".repeat(BODY_BYTES - 300) }, previous: {} });
  const createdAt = new Date();
  const rows = Array.from({ length: count }, () => ({
    id: newId("evt"),
    type: "product.updated",
    workspace_id: testbed.workspaceId,
    sequence: 1,
    data,
    created_at: createdAt,
  }));
  await testbed.db.system.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, id, 'product.updated', id, 1, $3, $4 FROM unnest($2::text[]) AS id`,
    [testbed.workspaceId, rows.map(({ id }) => id), data, createdAt],
  );
  return rows.map((row) => ({ id: row.id, routingKey: row.type, body: renderEnvelope(row) }));
}

async function bareRate(receiver, count) {
  const program = fileURLToPath(new URL("bare-sender.mjs", import.meta.url));
  const child = fork(program, [String(count), String(BODY_BYTES), ...receiver.origins]);
  const [result] = await once(child, "message");
  const sent = Array.from({ length: count }, (_, i) => ({ id: `evt_${i}`, body: "x".repeat(BODY_BYTES) }));
  await receiver.compare(sent, 1);
  return result;
}

function openBus(url) {
  const logger = createLogger({ service: "bench", level: "silent" });
  return openRabbitMqBus({ url, name: "bench", logger, metrics: createMetrics({ service: "bench" }) });
}
