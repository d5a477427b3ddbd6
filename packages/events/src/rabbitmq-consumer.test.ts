import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { eventually } from "@skucast/testkit/eventually";
import type { Channel } from "amqplib";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { startRabbitConsumer } from "./rabbitmq-consumer.js";

const QUEUE = { name: "orders", exchange: "events", pattern: "order.*", deliveryLimit: 2 } as const;

/** A consumer on channels that deliver nothing, and whose queue tells of so many messages and consumers. */
async function startSilent(told: readonly { messageCount: number; consumerCount: number }[]) {
  let opened = 0;
  let askedCount = 0;
  const done = async () => {};
  const openChannel = async () => {
    const answer = told[Math.min(opened, told.length - 1)];
    opened += 1;
    const declared = { assertExchange: done, assertQueue: done, bindQueue: done, prefetch: done, consume: done };
    const checkQueue = async () => {
      askedCount += 1;
      return answer;
    };
    return Object.assign(new EventEmitter(), {
      ...declared,
      checkQueue,
      cancel: done,
      close: done,
    }) as unknown as Channel;
  };
  const consumer = await startRabbitConsumer(
    {
      ...{ connection: { openChannel } as unknown as RabbitConnection, topology: [QUEUE], namespace: "", queue: QUEUE },
      ...{ handler: async () => "done", prefetch: 10, redeliveryDelayMs: () => 0, silentMs: 5 },
      logger: createLogger({ service: "test", level: "silent" }),
      metrics: createMetrics({ service: "test" }),
    },
    1_000,
  );
  return { consumer, opened: () => opened, askedCount: () => askedCount };
}

test.each([
  ["is no consumer of its queue", { messageCount: 0, consumerCount: 0 }],
  ["hears nothing though messages wait", { messageCount: 3, consumerCount: 1 }],
])("a consumer that %s begins anew", async (_, told) => {
  const { consumer, opened } = await startSilent([told, { messageCount: 0, consumerCount: 1 }]);
  await eventually(() => opened() === 2);
  await consumer.stop();
});

test("a consumer that has nothing to hear stays as it is", async () => {
  const { consumer, opened, askedCount } = await startSilent([{ messageCount: 0, consumerCount: 1 }]);
  await eventually(() => askedCount() >= 3);
  expect(opened()).toBe(1);
  await consumer.stop();
});
