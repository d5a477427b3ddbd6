import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brokerNames, deadLetterQueue, QUEUES } from "@skucast/events/topology";
import { connect } from "amqplib";
import { startSystem } from "../system.mjs";
import { call } from "../testbed.mjs";

const PROGRAM = fileURLToPath(new URL("../programs/poisoned-dispatcher.mjs", import.meta.url));
const names = brokerNames();
const STARTS_MAX = 5;

const BODIES = {
  "no JSON": "{",
  "no envelope": JSON.stringify({ hello: "world" }),
  "1 MB of nothing": "x".repeat(1_000_000),
};

export const poison = {
  title: `messages that cannot be handled: ${Object.keys(BODIES).join(", ")}, an unknown type, a missing delivery; a delivery that ends its process`,
  async run(testbed, checks) {
    testbed.env.SKUCAST_ALLOW_TARGETS = "127.0.0.0/8";
    const more = { SKUCAST_WEBHOOK_TIMEOUT: "1s" };
    const system = await startSystem(testbed, { dispatcher: { script: PROGRAM, more } });
    const [dispatcher] = system.dispatchers;
    const poisoned = await testbed.createWorkspace();
    const unreachable = { url: "http://127.0.0.66:9", register: () => {} };
    const killer = await testbed.createEndpoint(system.api, poisoned, unreachable, { path: "/" });
    const writer = system.startWriting(30);
    await pause(3_000);
    const sentAtMs = performance.now();
    await publishPoison(testbed.broker.amqpUrl);
    const deadMs = await untilDead(testbed.broker.amqpUrl, 2 * Object.keys(BODIES).length, sentAtMs);
    checks.check(
      `malformed messages were dead-lettered after ${(deadMs / 1_000).toFixed(1)} s (at most 60)`,
      deadMs <= 60_000,
    );
    const startsBefore = dispatcher.startCount;
    const killedAtMs = performance.now();
    const product = { sku: "p", title: "Poison", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
    await call(system.api, poisoned, "POST", "/products", product);
    await untilGivenUp(testbed, killer.id);
    const givenUpMs = performance.now() - killedAtMs;
    const starts = dispatcher.startCount - startsBefore;
    checks.check(
      `the delivery that ends its process was failed after ${starts} restarts (at most ${STARTS_MAX}) and ${(givenUpMs / 1_000).toFixed(0)} s`,
      starts >= 1 && starts <= STARTS_MAX,
    );
    await writer.stop();
    await testbed.drained(90_000);
    const deadCount = await countDead(testbed.broker.amqpUrl);
    const { rows } = await testbed.db.system.query(
      "SELECT count(*) FROM deliveries WHERE status = 'failed' AND endpoint_id <> $1",
      [killer.id],
    );
    checks.check(
      `${deadCount - 2 * Object.keys(BODIES).length} valid messages dead-lettered, ${rows[0].count} other deliveries failed (none)`,
      deadCount === 2 * Object.keys(BODIES).length && rows[0].count === "0",
    );
    const { breaches } = await testbed.verdict(writer.accepted);
    checks.check(`${breaches.lost.length} deliveries lost (none)`, breaches.lost.length === 0);
  },
};

async function publishPoison(amqpUrl) {
  await withChannel(amqpUrl, async (channel) => {
    const publish = (exchange, key, body) =>
      channel.publish(exchange, key, Buffer.from(body), { persistent: true, messageId: key });
    for (const body of Object.values(BODIES)) {
      publish(names.exchanges.events, "product.created", body);
      publish(names.exchanges.work, QUEUES.webhookAttempts.pattern, body);
    }
    const unknown = {
      id: "evt_x",
      type: "product.vanished",
      timestamp: "2026-11-21T08:00:00.000Z",
      workspace_id: "ws_x",
      sequence: 1,
      data: { object: {}, previous: {} },
    };
    publish(names.exchanges.events, unknown.type, JSON.stringify(unknown));
    const missing = { workspace_id: "ws_x", delivery_id: "dlv_x", endpoint_id: "whe_x", claim: "0" };
    publish(names.exchanges.work, QUEUES.webhookAttempts.pattern, JSON.stringify({ orders: [missing] }));
    await channel.waitForConfirms();
  });
}

async function untilDead(amqpUrl, count, sinceMs) {
  while ((await countDead(amqpUrl)) < count && performance.now() - sinceMs < 90_000) await pause(200);
  return performance.now() - sinceMs;
}

const countDead = (amqpUrl) =>
  withChannel(amqpUrl, async (channel) => {
    let count = 0;
    for (const queue of [QUEUES.webhookEvents, QUEUES.webhookAttempts]) {
      count += (await channel.checkQueue(names.queue(deadLetterQueue(queue)))).messageCount;
    }
    return count;
  });

async function withChannel(amqpUrl, work) {
  const connection = await connect(amqpUrl, { noDelay: true });
  try {
    return await work(await connection.createConfirmChannel());
  } finally {
    await connection.close();
  }
}

async function untilGivenUp(testbed, endpointId) {
  for (const deadline = Date.now() + 240_000; Date.now() < deadline; await pause(200)) {
    const { rows } = await testbed.db.system.query(
      "SELECT FROM deliveries WHERE endpoint_id = $1 AND status = 'failed'",
      [endpointId],
    );
    if (rows.length > 0) return;
  }
  throw new Error("the poisoned delivery did not fail");
}
