import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { brokerNames, deadLetterQueue, TOPOLOGY } from "@skucast/events/topology";
import { createTestBroker } from "@skucast/testkit/create-test-broker";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { allOf } from "./testing/pages.js";
import { createDeployment, type Deployment } from "./testing/run-deployment.js";

const UPSERTS = 1_000;
const AT_ONCE = 32;
const ACKNOWLEDGED_BEFORE_KILL = 350;
/** Work in progress at the kill is retried once its lease has expired; a busy machine needs minutes for the rest. */
const ARRIVAL_MS = 420_000;

const broker = createTestBroker();
const BUSES: [string, Record<string, string>][] = [
  ["the embedded bus", {}],
  ["RabbitMQ", { AMQP_URL: broker.amqpUrl, SKUCAST_BUS_NAMESPACE: broker.namespace }],
];

let deployment: Deployment;
let sink: WebhookSink;

beforeEach(async () => {
  sink = await startWebhookSink();
});
afterEach(async () => {
  await deployment.remove();
  await sink.close();
});
afterAll(async () => {
  const names = brokerNames(broker.namespace);
  const queues = TOPOLOGY.flatMap((queue) => [names.queue(queue), names.queue(deadLetterQueue(queue))]);
  await broker.drop({ queues, exchanges: [...Object.values(names.exchanges), names.deadExchange] });
});

/** Descriptions of up to 10,000 characters do not fit into one write to a socket. */
const productOf = (n: number) => ({
  description: `Größe ${n} `.repeat(1 + (n % 700)).trim(),
  sku: `CRASH-${n}`,
  title: `Product ${n}`,
  price_amount: n / 100,
  price_currency: "EUR",
  availability: "in_stock",
});

test.each(BUSES)(
  "kill -9 in the middle of 1,000 upserts over %s: every acknowledged product has its event and its delivery",
  async (_bus, env) => {
    deployment = await createDeployment({
      SKUCAST_ALLOW_TARGETS: "127.0.0.0/8",
      SKUCAST_REQUESTS_PER_MINUTE: "1000000",
      ...env,
    });
    await deployment.start();
    const endpoint = await deployment
      .api()
      .call("POST", "/webhook-endpoints", { url: `${sink.url}/hook`, event_types: ["product.created"] });
    const acknowledged = await upsertUntilKilled(deployment);
    expect(acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_KILL);
    expect(acknowledged.size).toBeLessThan(UPSERTS);

    await deployment.start();

    const api = deployment.api();
    const events = await allOf<{ id: string; type: string; data: { object: { sku: string } } }>(
      api,
      "/events?type=product.created",
    );
    const eventOf = new Map(events.map((event) => [event.data.object.sku, event.id]));
    const lost = [...acknowledged].filter((sku) => !eventOf.has(sku));
    expect(lost).toEqual([]);

    const allHaveArrived = () => {
      const arrived = new Set(sink.received.map(({ headers }) => headers["webhook-id"]));
      const missing = [...acknowledged].filter((sku) => !arrived.has(eventOf.get(sku)));
      if (missing.length > 0) throw new Error(`${missing.length} webhooks are missing`);
      return true;
    };
    await eventually(allHaveArrived, { timeoutMs: ARRIVAL_MS });
    const deliveries = await allOf<{ event_id: string; status: string }>(
      api,
      `/webhook-endpoints/${endpoint.id}/deliveries`,
    );
    const delivered = new Set(
      deliveries.filter(({ status }) => status === "delivered").map(({ event_id }) => event_id),
    );
    expect([...acknowledged].filter((sku) => !delivered.has(eventOf.get(sku) ?? "")).length).toBeLessThan(AT_ONCE * 4);
    const known = new Map(events.map((event) => [event.id, event]));
    const arrived = sink.received.map(({ headers, body }) => {
      return { sent: JSON.parse(body.toString()), stored: known.get(String(headers["webhook-id"])) };
    });
    expect(arrived.filter(({ stored }) => stored === undefined).slice(0, 3)).toEqual([]);
    expect(arrived.filter(({ sent, stored }) => !isDeepStrictEqual(sent, stored)).slice(0, 3)).toEqual([]);
  },
);

/** Upserts concurrently and kills the deployment once enough are acknowledged. Resolves with the acknowledged SKUs. */
async function upsertUntilKilled(killed: Deployment): Promise<Set<string>> {
  const { base_url, api_key } = killed.demo();
  const acknowledged = new Set<string>();
  let next = 0;
  let killing: Promise<void> | undefined;
  const client = async () => {
    while (next < UPSERTS) {
      const product = productOf(next);
      next += 1;
      const response = await fetch(`${base_url}/api/public/v1/products`, {
        method: "POST",
        headers: { Authorization: `Bearer ${api_key}`, "Content-Type": "application/json" },
        body: JSON.stringify(product),
      }).catch(() => null);
      if (response?.status === 201) acknowledged.add(product.sku);
      if (acknowledged.size >= ACKNOWLEDGED_BEFORE_KILL) killing ??= killed.kill();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  await killing;
  return acknowledged;
}
