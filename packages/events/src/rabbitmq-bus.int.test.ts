import { Socket } from "node:net";
import { afterAll, describe, expect, jest, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import { METRICS } from "@skucast/service-kit/metric-names";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestBroker } from "@skucast/testkit/create-test-broker";
import { eventually } from "@skucast/testkit/eventually";
import { startTcpProxy } from "@skucast/testkit/tcp-proxy";
import { connect } from "amqplib";
import { BusUnavailableError } from "./bus.js";
import { busConformance, CONFORMANCE_TOPOLOGY } from "./bus-conformance.js";
import { openRabbitMqBus } from "./rabbitmq-bus.js";
import { brokerNames, deadLetterQueue, type QueueDefinition, RETIRED_QUEUES } from "./topology.js";

const broker = createTestBroker();
const logger = createLogger({ service: "test", level: "silent" });
const metrics = createMetrics({ service: "test" });

function openBus(url: string, namespace: string, topology = CONFORMANCE_TOPOLOGY, queueMessagesMax?: number) {
  return openRabbitMqBus({
    url,
    namespace,
    topology,
    queueMessagesMax,
    logger,
    metrics,
    name: "bus-test",
    redeliveryDelayMs: () => 20,
  });
}

async function clear(namespace: string): Promise<void> {
  const names = brokerNames(namespace);
  await broker.drop({
    queues: CONFORMANCE_TOPOLOGY.flatMap((queue) => [names.queue(queue), names.queue(deadLetterQueue(queue))]),
    exchanges: [...Object.values(names.exchanges), names.deadExchange, names.broadcastExchange],
  });
}

busConformance("RabbitMQ", async () => ({
  openConnection: async (namespace, queueMessagesMax) => {
    const url = new URL(broker.amqpUrl);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) || 5672 });
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    const bus = openBus(url.href, namespace, CONFORMANCE_TOPOLOGY, queueMessagesMax);
    return { bus, proxy, close: () => bus.close().then(proxy.close) };
  },
  clear,
  close: async () => {},
}));

describe("failures of RabbitMQ", () => {
  const names = brokerNames(broker.namespace);
  const [queue] = CONFORMANCE_TOPOLOGY as readonly [QueueDefinition, ...QueueDefinition[]];
  const message = { id: "a", routingKey: "order.created", body: "{}" };
  afterAll(() => clear(broker.namespace));

  test("queues that no process consumes any more are deleted", async () => {
    const [retired = ""] = RETIRED_QUEUES;
    const connection = await connect(broker.amqpUrl);
    const channel = await connection.createChannel();
    await channel.assertQueue(`${broker.namespace}${retired}`, {
      durable: true,
      arguments: { "x-queue-type": "quorum" },
    });
    const bus = openBus(broker.amqpUrl, broker.namespace);
    await eventually(
      async () =>
        await bus.check().then(
          () => true,
          () => false,
        ),
    );
    channel.on("error", () => {});
    await expect(channel.checkQueue(`${broker.namespace}${retired}`)).rejects.toMatchObject({ code: 404 });
    await bus.close();
    await connection.close();
  });

  test("deleted queues are declared again, and their consumer continues", async () => {
    const bus = openBus(broker.amqpUrl, broker.namespace);
    const received: string[] = [];
    const handler = async ({ id }: { id: string }) => {
      received.push(id);
      return "done" as const;
    };
    const consumer = await bus.consume(queue, handler, { prefetch: 1 });
    await broker.drop({ queues: CONFORMANCE_TOPOLOGY.map(names.queue) });
    await eventually(() => bus.publish([message]).then(() => true));
    await eventually(() => received.includes("a"));
    expect(consumer.isLive()).toBe(true);
    await bus.close();
  });

  test("publishing without a queue fails, and the next publish finds its queue again", async () => {
    const bus = openBus(broker.amqpUrl, broker.namespace);
    await bus.publish([message]);
    await broker.drop({ queues: CONFORMANCE_TOPOLOGY.map(names.queue) });
    await expect(bus.publish([message])).rejects.toThrow("no queue for order.created");
    await expect(bus.publish([message])).resolves.toBeUndefined();
    await bus.close();
  });

  test("existing queues with other arguments make the bus unhealthy and do not crash the process", async () => {
    const other = CONFORMANCE_TOPOLOGY.map((each) => ({ ...each, deliveryLimit: each.deliveryLimit + 1 }));
    const before = openBus(broker.amqpUrl, broker.namespace);
    await before.publish([message]);
    const bus = openBus(broker.amqpUrl, broker.namespace, other);
    await expect(bus.check()).rejects.toBeInstanceOf(BusUnavailableError);
    await Promise.all([bus.close(), before.close()]);
  });

  test("a bus whose broker was never reachable is unhealthy and can be closed", async () => {
    const bus = openBus("amqp://127.0.0.1:1", broker.namespace);
    await expect(bus.check()).rejects.toBeInstanceOf(BusUnavailableError);
    await expect(bus.publish([message])).rejects.toBeInstanceOf(BusUnavailableError);
    await bus.close();
  });

  test("live consumers are counted as the broker counts them", async () => {
    const bus = openBus(broker.amqpUrl, broker.namespace);
    await bus.consume(queue, async () => "done", { prefetch: 1 });
    const { body } = await metrics.render();
    expect(body).toContain(`${METRICS.busConsumers.name}{queue="${queue.name}"} 1`);
    const connection = await connect(broker.amqpUrl, { noDelay: true });
    const channel = await connection.createChannel();
    expect(await channel.checkQueue(names.queue(queue))).toMatchObject({ consumerCount: 1 });
    await connection.close();
    await bus.close();
  });

  test("messages that are published together need few writes to the socket", async () => {
    const bus = openBus(broker.amqpUrl, broker.namespace);
    await bus.publish([message]);
    const writes = jest.spyOn(Socket.prototype, "_write");
    const gathered = jest.spyOn(Socket.prototype, "_writev");
    await bus.publish(Array.from({ length: 200 }, (_, i) => ({ ...message, id: `m-${i}` })));
    const writeCount = writes.mock.calls.length + gathered.mock.calls.length;
    await bus.close();
    expect(writeCount).toBeLessThan(50);
  });
});
